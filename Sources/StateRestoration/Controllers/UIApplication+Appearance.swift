extension UIApplication {
    /// Tells controllers that have come onto the screen or have left it. While the app launches
    /// nothing is on the screen yet.
    func updateAppearance() {
        guard !isLaunching, !appearanceWaits else { return }
        var visible: [UIViewController] = []
        let windows = scenes.areUsed ? scenes.windows : [keyWindow].compactMap { $0 }
        var waiting = windows.compactMap(\.rootViewController)
        while let controller = waiting.popLast() {
            visible.append(controller)
            if let presented = controller.ownPresented { waiting.append(presented) }
            waiting.append(contentsOf: controller.visibleChildren.reversed())
        }
        // By identity: an app may say that two of its controllers are equal.
        let before = Set(appeared.map(ObjectIdentifier.init))
        let now = Set(visible.map(ObjectIdentifier.init))
        let gone = appeared.filter { !now.contains(ObjectIdentifier($0)) }
        let come = visible.filter { !before.contains(ObjectIdentifier($0)) }
        appeared = visible
        for controller in gone { controller.viewWillDisappear(false) }
        for controller in come {
            controller.loadViewIfNeeded()
            controller.viewWillAppear(false)
            controller.view.setNeedsLayout()
            controller.view.layoutIfNeeded()
        }
        for controller in gone { controller.viewDidDisappear(false) }
        for controller in come { controller.viewDidAppear(false) }
    }

    /// The controller on top of everything else: the last that is presented, or the one that its
    /// containers show.
    var topViewController: UIViewController? {
        var top = keyWindow?.rootViewController
        while let next = top?.ownPresented ?? top?.topChild { top = next }
        return top
    }
}
