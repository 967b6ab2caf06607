#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a form in the names of Swift 4, which moves up for the keyboard

class DeliveryViewController: UIViewController {
    let street = UITextField()
    let kind = UISegmentedControl(items: ["Home", "Work"])
    private var isShowingKeyboard = false
    private var observers: [NSObjectProtocol] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        street.restorationIdentifier = "Street"
        street.contentMode = UIViewContentMode.scaleAspectFill
        kind.selectedSegmentIndex = UISegmentedControlNoSegment
        view.layoutMargins = UIEdgeInsetsMake(0, 12, 0, 12)
        view.addSubview(kind)
        view.addSubview(street)
        view.bringSubview(toFront: kind)
        automaticallyAdjustsScrollViewInsets = false
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: .UIKeyboardWillShow, object: nil, queue: nil) {
                [weak self] _ in MainActor.assumeIsolated { self?.moveUp(true) }
            },
            center.addObserver(forName: .UIKeyboardWillHide, object: nil, queue: nil) {
                [weak self] _ in MainActor.assumeIsolated { self?.moveUp(false) }
            },
        ]
    }

    private func moveUp(_ isShowing: Bool) {
        isShowingKeyboard = isShowing
        UIView.animate(
            withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0,
            options: UIViewAnimationOptions.curveLinear,
            animations: { self.street.alpha = isShowing ? 1 : 0.8 }, completion: nil)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(kind.selectedSegmentIndex, forKey: "kind")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        kind.selectedSegmentIndex = coder.decodeInteger(forKey: "kind")
    }
}

// MARK: Piece: a view that learns where it is

class BannerView: UIVisualEffectView {
    private(set) var places: [String] = []

    override func willMove(toSuperview newSuperview: UIView?) {
        super.willMove(toSuperview: newSuperview)
        places.append(newSuperview == nil ? "leaves" : "comes")
    }

    override func didMoveToSuperview() {
        super.didMoveToSuperview()
        places.append(superview == nil ? "is out" : "is in")
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct OlderPieces {
        @Test("A choice comes back, and what is in front stays there")
        func address() throws {
            let make = {
                let root = DeliveryViewController()
                root.restorationIdentifier = "piece"
                return root
            }
            let root = try restored(make) { $0.kind.selectedSegmentIndex = 1 }
            #expect(root.kind.selectedSegmentIndex == 1)
            #expect(root.view.subviews.last === root.kind)
            #expect(root.view.directionalLayoutMargins.leading == 12)
        }

        @Test("A view hears once of each place, and nothing of a place in front")
        func banner() {
            let banner = BannerView(effect: UIBlurEffect(style: .dark))
            let (first, second, other) = (UIView(), UIView(), UIView())
            first.addSubview(banner)
            second.addSubview(other)
            second.insertSubview(banner, belowSubview: other)
            #expect(first.subviews.isEmpty && second.subviews == [banner, other])
            second.bringSubviewToFront(banner)
            #expect(second.subviews == [other, banner])
            second.sendSubviewToBack(banner)
            #expect(second.subviews == [banner, other])
            banner.removeFromSuperview()
            banner.removeFromSuperview()
            #expect(banner.places == ["comes", "is in", "comes", "is in", "leaves", "is out"])
        }
    }
#endif
