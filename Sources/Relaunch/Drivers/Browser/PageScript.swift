import RelaunchProtocol

/// What is run in pages to look at them.
enum PageScript {
    /// Is fulfilled when the page has loaded and is in front.
    static let inFront = """
        new Promise(fulfil => {
            const look = () => {
                if (document.readyState == 'complete' && document.visibilityState == 'visible') fulfil(true);
            };
            addEventListener('load', look);
            document.addEventListener('visibilitychange', look);
            look();
        })
        """

    /// The same for a page with an address: the empty page that a tab has before is not meant.
    static let inFrontWithAddress =
        "location.href == 'about:blank' ? new Promise(() => {}) : \(inFront)"

    /// Where the middle of an element is, once it has been scrolled to; null where none can be seen.
    static func place(of selector: String) -> String {
        """
        (() => {
            const element = document.querySelector(\(JSON.string(selector).text));
            if (!element) return null;
            element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
            const box = element.getBoundingClientRect();
            if (!box.width || !box.height) return null;
            return {x: box.left + box.width / 2, y: box.top + box.height / 2};
        })()
        """
    }

    /// What the page shows: its address, title, position, and the values in its forms.
    static let state = """
        (() => {
            const form = {};
            for (const field of document.querySelectorAll('input, textarea, select')) {
                const name = field.name || field.id;
                if (!name) continue;
                if (field.type == 'radio') {
                    if (field.checked) form[name] = field.value;
                } else if (field.type == 'checkbox') {
                    form[name] = field.checked;
                } else if (field.type == 'select-multiple') {
                    form[name] = Array.from(field.selectedOptions, option => option.value);
                } else {
                    form[name] = field.value;
                }
            }
            return {
                url: location.href, title: document.title, form: form,
                front: document.visibilityState == 'visible',
                scroll: {x: Math.round(scrollX), y: Math.round(scrollY)},
            };
        })()
        """
}
