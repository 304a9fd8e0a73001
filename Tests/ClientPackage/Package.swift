// swift-tools-version: 6.2
import PackageDescription

// A client as somebody else would write it: it knows Tilerace by the two library products alone.

let package = Package(
    name: "race-client",
    dependencies: [.package(name: "tilerace", path: "../..")],
    targets: [
        .executableTarget(
            name: "race-client",
            dependencies: [
                .product(name: "GameRules", package: "tilerace"), .product(name: "Messages", package: "tilerace"),
            ], swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
