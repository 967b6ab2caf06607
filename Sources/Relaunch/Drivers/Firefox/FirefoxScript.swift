/// What is run with the privileges of Firefox itself, to look at its tabs.
enum FirefoxScript {
    private static let imports = """
        const { NavigableManager } =
            ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
        const { SessionStore } =
            ChromeUtils.importESModule('resource:///modules/sessionstore/SessionStore.sys.mjs');

        """

    /// The handle of the tab in front.
    static let front = """
        \(imports)
        const window = Services.wm.getMostRecentWindow('navigator:browser');
        return NavigableManager.getIdForBrowser(window.gBrowser.selectedBrowser);
        """

    /// The same, once what was saved has been restored and the tab has loaded.
    static let frontThatHasLoaded = """
        \(imports)
        const { setTimeout } = ChromeUtils.importESModule('resource://gre/modules/Timer.sys.mjs');
        const loaded = () => {
            const tabs = Services.wm.getMostRecentWindow('navigator:browser')?.gBrowser;
            const browser = tabs?.selectedBrowser;
            if (!browser || tabs.selectedTab.hasAttribute('pending')) return null;
            if (SessionStore.getInternalObjectState(browser)) return null;
            if (browser.webProgress?.isLoadingDocument) return null;
            return NavigableManager.getIdForBrowser(browser);
        };
        return SessionStore.promiseAllWindowsRestored.then(() => new Promise(fulfil => {
            const look = () => {
                const tab = loaded();
                if (tab) fulfil(tab); else setTimeout(look, 5);
            };
            look();
        }));
        """

    /// All tabs: their handles, addresses and histories. One that has not been in front since the launch has
    /// no page yet, only what was saved of it.
    static let tabs = """
        \(imports)
        const shown = [];
        for (const window of Services.wm.getEnumerator('navigator:browser')) {
            for (const tab of window.gBrowser.tabs) {
                const browser = tab.linkedBrowser;
                const unloaded = tab.hasAttribute('pending');
                let index = 0, urls = [];
                if (unloaded) {
                    const saved = JSON.parse(SessionStore.getTabState(tab));
                    urls = saved.entries.map(entry => entry.url);
                    index = saved.index - 1;
                } else {
                    const history = browser.browsingContext?.sessionHistory;
                    for (let i = 0; i < (history?.count ?? 0); i++) {
                        urls.push(history.getEntryAtIndex(i).URI.spec);
                    }
                    index = Math.max(history?.index ?? 0, 0);
                }
                shown.push({
                    handle: NavigableManager.getIdForBrowser(browser), unloaded: unloaded,
                    crashed: tab.hasAttribute('crashed'), front: tab.selected, title: tab.label,
                    url: (unloaded ? urls[index] : browser.currentURI.spec) ?? '',
                    index: index, urls: urls,
                });
            }
        }
        return shown;
        """
}
