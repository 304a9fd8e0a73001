/// Databases in a file as every released version of the schema left them.
package enum SchemaFixtures {
    /// The statements that make each, version 1 first.
    package static let all = [
        SchemaFixture1.sql, SchemaFixture2.sql, SchemaFixture3.sql, SchemaFixture4.sql, SchemaFixture5.sql,
        SchemaFixture6.sql, SchemaFixture7.sql, SchemaFixture8.sql, SchemaFixture9.sql, SchemaFixture10.sql,
        SchemaFixture11.sql, SchemaFixture12.sql, SchemaFixture13.sql,
    ]
}
