import Foundation
import Testing

@testable import StateRestoration

/// The rules S11, S12, R13 and R17: what views save by themselves.
@MainActor
struct ViewStateTests {
    let device = SimulatedDevice()

    /// Shows words; names them by themselves.
    final class Words: UIResponder, UITableViewDataSource, UICollectionViewDataSource,
        UIDataSourceModelAssociation
    {
        var words: [String] = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            words.count
        }
        func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
        func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int { words.count }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell { UICollectionViewCell(frame: .zero) }

        func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
            words[idx.row]
        }
        func indexPathForElement(
            withModelIdentifier identifier: String, in view: UIView
        ) -> IndexPath? {
            words.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
        }
    }

    private let alphabet = (0..<100).map { "word \($0)" }

    /// Saves a view, and gives the same view of the next launch.
    private func relaunched<View: UIView>(
        _ make: () -> View, change: (View) -> Void, meanwhile: () -> Void = {}
    ) -> (view: View, run: Recorder) {
        func delegate(_ view: View) -> TestDelegate {
            view.restorationIdentifier = "view"
            return TestDelegate { $0.root.onLoad = { $0.view.addSubview(view) } }
        }
        let saved = make()
        device.save(
            { delegate(saved) },
            change: { delegate in
                delegate.root.loadViewIfNeeded()
                change(saved)
            })
        meanwhile()
        let restored = make()
        return (restored, device.launch { delegate(restored) })
    }

    private func table(_ words: Words) -> UITableView {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
        table.allowsMultipleSelection = true
        table.dataSource = words
        return table
    }

    @Test("S11: a table's selection and position are those of the rows, wherever they are now")
    func reorderedTable() {
        let words = Words()
        words.words = alphabet
        let (restored, _) = relaunched({ table(words) }) { table in
            table.selectRow(
                at: IndexPath(row: 50, section: 0), animated: false, scrollPosition: .none)
            table.selectRow(
                at: IndexPath(row: 52, section: 0), animated: false, scrollPosition: .none)
            table.contentOffset.y = 50 * 44 + 10
            table.setEditing(true, animated: false)
        } meanwhile: {
            words.words = alphabet.reversed()
        }
        #expect(restored.indexPathsForSelectedRows?.map(\.row) == [49, 47])
        #expect(restored.contentOffset.y == CGFloat(49 * 44 + 10))
        #expect(restored.isEditing)
    }

    @Test("S11, R13: an element that is gone is skipped, and the others are restored")
    func shortenedTable() {
        let words = Words()
        words.words = alphabet
        let (restored, run) = relaunched({ table(words) }) { table in
            table.selectRow(
                at: IndexPath(row: 3, section: 0), animated: false, scrollPosition: .none)
            table.selectRow(
                at: IndexPath(row: 99, section: 0), animated: false, scrollPosition: .none)
            table.contentOffset.y = 60 * 44
        } meanwhile: {
            words.words = Array(alphabet.prefix(20))
        }
        #expect(run.wasRestored)
        #expect(restored.indexPathsForSelectedRows?.map(\.row) == [3])
        #expect(restored.contentOffset.y == 0)
    }

    @Test("S11: without model identifiers a table saves neither selection nor position")
    func withoutAssociation() {
        final class Plain: UIResponder, UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
                100
            }
            func tableView(
                _ tableView: UITableView, cellForRowAt indexPath: IndexPath
            ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
        }
        let plain = Plain()
        let (restored, _) = relaunched { () -> UITableView in
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
            table.dataSource = plain
            return table
        } change: { table in
            table.selectRow(
                at: IndexPath(row: 7, section: 0), animated: false, scrollPosition: .top)
        }
        #expect(restored.indexPathForSelectedRow == nil)
        #expect(restored.contentOffset == .zero)
    }

    @Test("S11, R17: a collection shows the same item on top, on a wider screen with more columns")
    func collection() {
        let words = Words()
        words.words = alphabet
        var width: CGFloat = 170
        let (restored, _) = relaunched { () -> UICollectionView in
            let layout = UICollectionViewFlowLayout()
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: width, height: 120), collectionViewLayout: layout)
            view.dataSource = words
            return view
        } change: { view in
            view.selectItem(
                at: IndexPath(item: 30, section: 0), animated: false, scrollPosition: .top)
            #expect(view.indexPathsForVisibleItems.first?.item == 30)
        } meanwhile: {
            width = 320
        }
        #expect(restored.indexPathsForSelectedItems == [IndexPath(item: 30, section: 0)])
        #expect(restored.indexPathsForVisibleItems.first?.item == 30)
        #expect(restored.contentOffset.y == CGFloat(6 * 60))
    }

    @Test("S12: a scroll view's offset, zoom and inset come back")
    func scrollView() {
        let (restored, _) = relaunched({ UIScrollView(frame: .zero) }) {
            $0.contentOffset = CGPoint(x: 3, y: 40)
            $0.zoomScale = 2.5
            $0.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        }
        #expect(restored.contentOffset == CGPoint(x: 3, y: 40))
        #expect(restored.zoomScale == 2.5)
        #expect(restored.contentInset == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    }

    @Test("S12, R17: a scroll view on a taller screen does not show what is below its content")
    func tallerScreen() {
        var height: CGFloat = 400
        let (restored, _) = relaunched { () -> UIScrollView in
            let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: height))
            view.contentSize = CGSize(width: 300, height: 1000)
            return view
        } change: { view in
            view.contentOffset.y = 600
        } meanwhile: {
            height = 700
        }
        #expect(restored.contentOffset.y == 300)
    }

    @Test("S12: a text field's selection comes back, and its text does not")
    func textField() {
        let (restored, _) = relaunched { () -> UITextField in
            let field = UITextField(frame: .zero)
            field.text = "as given"
            return field
        } change: { field in
            field.text = "as typed"
            field.selectedTextRange = field.position(from: field.beginningOfDocument, offset: 3)
                .flatMap { field.textRange(from: $0, to: field.endOfDocument) }
        }
        #expect(restored.text == "as given")
        #expect(restored.selection == NSRange(location: 3, length: 5))
    }

    @Test("S12: a text view's selection and editing come back, and its text does not")
    func textView() {
        let (restored, _) = relaunched { () -> UITextView in
            let view = UITextView(frame: .zero)
            view.text = "as given"
            return view
        } change: { view in
            view.text = "longer than what is given"
            view.selectedRange = NSRange(location: 4, length: 100)
            view.becomeFirstResponder()
        }
        #expect(restored.text == "as given")
        #expect(restored.selectedRange == NSRange(location: 4, length: 4))
        #expect(restored.isFirstResponder)
    }

    @Test("S12: an image view's geometry comes back, and its picture does not")
    func imageView() {
        let (restored, _) = relaunched({ UIImageView(image: UIImage(named: "map")) }) {
            $0.frame = CGRect(x: -20, y: 10, width: 800, height: 600)
            $0.image = UIImage(named: "other")
        }
        #expect(restored.frame == CGRect(x: -20, y: 10, width: 800, height: 600))
        #expect(restored.image?.name == "map")
    }

    @Test("S12: a web view's history, address and position come back, and the page does not")
    func webView() throws {
        let addresses = try ["a", "b", "c"].map {
            try #require(URL(string: "https://example.org/\($0)"))
        }
        let (restored, _) = relaunched({ UIWebView(frame: .zero) }) { view in
            for address in addresses { view.load(address) }
            view.goBack()
            view.scrollView.contentOffset.y = 77
        }
        #expect(restored.history == addresses)
        #expect(restored.url == addresses[1])
        #expect(restored.page == nil)
        #expect(restored.canGoBack && restored.canGoForward)
        restored.reload()
        #expect(restored.page == "https://example.org/b")
        #expect(restored.scrollView.contentOffset.y == 77)
    }

    @Test("R17: idiom, orientation and screen may be others than at the save; the app can tell")
    func otherDevice() {
        device.save()
        device.device.idiom = "pad"
        device.device.orientation = "landscapeLeft"
        device.device.screenWidth = 1180
        device.device.screenHeight = 820
        var saved: Int?
        let run = device.launch {
            TestDelegate {
                $0.onShouldRestore = {
                    let key = UIApplication.stateRestorationUserInterfaceIdiomKey
                    saved = $0.decodeObject(forKey: key) as? Int
                }
            }
        }
        #expect(run.wasRestored)
        #expect(run.delegate.root.text == "saved")
        #expect(saved == UIUserInterfaceIdiom.phone.rawValue)
        #expect(UIDevice.current.userInterfaceIdiom == .pad)
        #expect(UIDevice.current.orientation.isLandscape)
        #expect(run.delegate.window?.frame.width == 1180)
    }
}
