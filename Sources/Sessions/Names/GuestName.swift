/// Names for guests who have not chosen one: an adjective and an animal, "Brisk Otter".
enum GuestName {
    /// A name from 64 random bits.
    static func make(from bits: UInt64) -> String {
        let adjective = adjectives[Int(bits % UInt64(adjectives.count))]
        let animal = animals[Int((bits >> 32) % UInt64(animals.count))]
        return "\(adjective) \(animal)"
    }

    /// Whether a name is one of ours, and so was most likely not chosen by the player.
    static func isDrawn(_ name: String) -> Bool {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        return words.count == 2 && adjectives.contains(String(words[0])) && animals.contains(String(words[1]))
    }

    static let adjectives = [
        "Agile", "Amber", "Ardent", "Blithe", "Bold", "Brisk", "Calm", "Candid", "Cheery", "Clever", "Cosy", "Crimson",
        "Daring", "Deft", "Dapper", "Eager", "Fleet", "Frosty", "Gentle", "Glad", "Golden", "Grand", "Hardy", "Hasty",
        "Humble", "Ivory", "Jaunty", "Jolly", "Keen", "Lively", "Lucky", "Lunar", "Mellow", "Merry", "Mighty", "Modest",
        "Nimble", "Noble", "Patient", "Placid", "Plucky", "Polite", "Proud", "Quick", "Quiet", "Rapid", "Rosy", "Royal",
        "Rustic", "Scarlet", "Serene", "Silver", "Sleek", "Smart", "Snappy", "Solar", "Spry", "Steady", "Sunny",
        "Swift",
        "Tidy", "Velvet", "Witty", "Zesty",
    ]

    static let animals = [
        "Badger", "Beaver", "Bison", "Bobcat", "Buzzard", "Caribou", "Cheetah", "Condor", "Cougar", "Crane", "Curlew",
        "Dolphin", "Dormouse", "Eagle", "Egret", "Falcon", "Ferret", "Finch", "Fox", "Gannet", "Gazelle", "Gecko",
        "Gibbon", "Hare", "Hedgehog", "Heron", "Ibex", "Ibis", "Jackdaw", "Jaguar", "Kestrel", "Kingfisher", "Kite",
        "Lapwing", "Lemur", "Leopard", "Lynx", "Magpie", "Marmot", "Marten", "Merlin", "Mongoose", "Moose", "Ocelot",
        "Osprey", "Otter", "Owl", "Panda", "Petrel", "Plover", "Puffin", "Puma", "Raven", "Robin", "Salmon", "Seal",
        "Stoat", "Swallow", "Tapir", "Tern", "Weasel", "Whale", "Wombat", "Wren",
    ]
}
