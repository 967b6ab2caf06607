#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a draft, with its cursor

class DraftViewController: UIViewController, UITextViewDelegate {
    let textView = UITextView()
    private var draftIsDirty = false

    override func viewDidLoad() {
        super.viewDidLoad()
        textView.restorationIdentifier = "DraftText"
        textView.delegate = self
        textView.font = .preferredFont(forTextStyle: .body)
        textView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(textView)
    }

    func textViewDidChange(_ textView: UITextView) {
        draftIsDirty = true
        navigationItem.rightBarButtonItem?.isEnabled = !textView.text.isEmpty
    }

    func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool {
        return textView.text.count + text.count - range.length <= 280
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if draftIsDirty {
            coder.encode(textView.text, forKey: "draft")
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        if let draft = coder.decodeObject(forKey: "draft") as? String {
            textView.text = draft
            draftIsDirty = true
        }
        super.decodeRestorableState(with: coder)
    }
}

// MARK: Piece: a form of text fields, one of which is being edited

class SignUpViewController: UIViewController, UITextFieldDelegate {
    let nameField = UITextField()
    let mailField = UITextField()
    let passwordField = UITextField()
    private lazy var fields = [nameField, mailField, passwordField]

    override func viewDidLoad() {
        super.viewDidLoad()
        for (tag, field) in fields.enumerated() {
            field.tag = tag
            field.delegate = self
            field.borderStyle = .roundedRect
            view.addSubview(field)
        }
        mailField.keyboardType = .emailAddress
        passwordField.isSecureTextEntry = true
        passwordField.returnKeyType = .go
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.resignFirstResponder()
        let next = view.viewWithTag(textField.tag + 1) as? UITextField
        next?.becomeFirstResponder()
        return false
    }

    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool {
        return textField !== nameField || string.rangeOfCharacter(from: .decimalDigits) == nil
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        // Never the password.
        coder.encode(nameField.text, forKey: "name")
        coder.encode(mailField.text, forKey: "mail")
        if let editing = fields.firstIndex(where: { $0.isFirstResponder }) {
            coder.encode(editing, forKey: "editing")
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        nameField.text = coder.decodeObject(forKey: "name") as? String
        mailField.text = coder.decodeObject(forKey: "mail") as? String
        if coder.containsValue(forKey: "editing") {
            fields[coder.decodeInteger(forKey: "editing")].becomeFirstResponder()
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        view.endEditing(true)
    }
}

// MARK: Piece: an attributed note, kept as data

class RichNoteViewController: UIViewController {
    let noteView = UITextView()
    var note = NSAttributedString(string: "")

    override func viewDidLoad() {
        super.viewDidLoad()
        noteView.attributedText = note
        view.addSubview(noteView)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(note, forKey: "note")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        note = coder.decodeObject(of: NSAttributedString.self, forKey: "note") ?? note
        noteView.attributedText = note
    }
}

// MARK: Piece: a keyboard that moves the text up

class ChatViewController: UIViewController {
    let inputField = UITextField()
    private var observers: [NSObjectProtocol] = []
    private(set) var keyboardHeight: CGFloat = 0

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let center = NotificationCenter.default
        observers = [
            center.addObserver(
                forName: UIResponder.keyboardWillShowNotification, object: nil, queue: nil
            ) { [weak self] notification in
                let frame = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey]
                let height = (frame as? CGRect)?.height ?? 0
                MainActor.assumeIsolated { self?.keyboardHeight = height }
            }
        ]
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        observers.forEach(NotificationCenter.default.removeObserver)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(inputField.text ?? "", forKey: "input")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        inputField.text = coder.decodeObject(forKey: "input") as? String
    }
}

// MARK: Piece: a field in the title that renames what is shown

class RenameViewController: UIViewController, UITextFieldDelegate {
    private let titleField = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    private(set) var documentName = "Untitled"

    override func awakeFromNib() {
        super.awakeFromNib()
        restorationIdentifier = "Rename"
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        titleField.text = documentName
        titleField.textAlignment = .center
        titleField.addAction(
            UIAction { [weak self] _ in
                self?.documentName = self?.titleField.text ?? ""
            }, for: .editingChanged)
        navigationItem.titleView = titleField
    }

    func rename(to name: String) {
        titleField.text = nil
        titleField.insertText(name)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(documentName, forKey: "documentName")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let name = coder.decodeObject(forKey: "documentName") as? String else { return }
        documentName = name
        (navigationItem.titleView as! UITextField).text = name
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct TextPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("A draft comes back by the controller, its cursor by the text view")
        func draft() throws {
            let root = try restored({ self.named(DraftViewController()) }) {
                $0.textView.insertText("Dear Sir")
                $0.textView.selectedRange = NSRange(location: 5, length: 3)
                $0.textView.becomeFirstResponder()
            }
            #expect(root.textView.text == "Dear Sir")
            #expect(root.textView.selectedRange == NSRange(location: 5, length: 3))
            #expect(root.textView.isFirstResponder)
        }

        @Test("The field that was being edited is again, and the password is not kept")
        func signUp() throws {
            let root = try restored({ self.named(SignUpViewController()) }) {
                $0.nameField.insertText("Ann1")
                $0.nameField.insertText("Ann")
                $0.passwordField.insertText("secret")
                $0.nameField.becomeFirstResponder()
                _ = $0.textFieldShouldReturn($0.nameField)
                $0.mailField.insertText("ann@example.org")
            }
            #expect(root.nameField.text == "Ann")
            #expect(root.mailField.text == "ann@example.org")
            #expect(root.mailField.isFirstResponder)
            #expect((root.passwordField.text ?? "").isEmpty)
            root.touchesBegan([], with: nil)
            #expect(!root.mailField.isFirstResponder)
        }

        @Test("An attributed text comes back with its attributes")
        func rich() throws {
            let note = NSAttributedString(
                string: "red", attributes: [NSAttributedString.Key("color"): UIColor.red])
            let root = try restored({ self.named(RichNoteViewController()) }) { $0.note = note }
            #expect(root.note == note)
            #expect(root.noteView.text == "red")
        }

        @Test("What was typed comes back, with a keyboard or without")
        func chat() throws {
            let root = try restored({ self.named(ChatViewController()) }) {
                NotificationCenter.default.post(
                    name: UIResponder.keyboardWillShowNotification, object: nil,
                    userInfo: [
                        UIResponder.keyboardFrameEndUserInfoKey: CGRect(
                            x: 0, y: 500, width: 390, height: 344)
                    ])
                #expect($0.keyboardHeight == 344)
                $0.inputField.text = "on my way"
            }
            #expect(root.inputField.text == "on my way")
        }

        @Test("A name that was typed into the title comes back")
        func rename() throws {
            let root = try restored({ self.named(RenameViewController()) }) {
                $0.rename(to: "Plan")
            }
            #expect(root.documentName == "Plan")
        }
    }
#endif
