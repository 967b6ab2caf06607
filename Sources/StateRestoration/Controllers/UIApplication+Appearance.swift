extension UIApplication {
    /// Tells controllers that have come onto the screen or have left it. While the app launches
    /// nothing is on the screen yet.
    func updateAppearance() {
        guard !isLaunching else { return }
        var visible: [UIViewController] = []
        var waiting = [keyWindow?.rootViewController].compactMap { $0 }
        while !waiting.isEmpty {
            let controller = waiting.removeFirst()
            visible.append(controller)
            waiting.append(contentsOf: controller.visibleChildren)
            if let presented = controller.ownPresented { waiting.append(presented) }
        }
        let gone = appeared.filter { !visible.contains($0) }
        let come = visible.filter { !appeared.contains($0) }
        appeared = visible
        for controller in gone { controller.viewWillDisappear(false) }
        for controller in come {
            controller.loadViewIfNeeded()
            controller.viewWillAppear(false)
        }
        for controller in gone { controller.viewDidDisappear(false) }
        for controller in come { controller.viewDidAppear(false) }
    }
}
