/// The candidate that someone who typed `name` most likely meant; nil where none is near.
package func closest(to name: String, among candidates: [String]) -> String? {
    let typed = Array(name.lowercased())
    let ranked = candidates.map { (text: $0, distance: distance(typed, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, typed.count / 3) ? best.text : nil
}

/// How many letters have to be put in, taken out or changed to get from one word to the other.
private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, other) in b.enumerated() {
            let change = diagonal + (letter == other ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(change, row[j] + 1, diagonal + 1)
        }
    }
    return row[b.count]
}
