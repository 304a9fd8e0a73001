/// Version 5 of the schema: the time of the server that has the lease. Released, so never edited.
enum Schema5 {
    /// `clock` is an instant (ms) that no holder's clock has come to. Whoever takes the lease goes on from there, so
    /// that time never steps back. `seed` tells apart servers that would have other words; empty before one is known.
    ///
    /// The function of version 1 stays: while servers are replaced one by one, an old one calls it. The new function
    /// holds the lease for longer and moves `clock` ahead when a quarter of the lease is over. It does so too when
    /// three quarters of the lease from the caller's instant lie behind `clock`: until then the caller tells times
    /// (`LeaseTerm`). A caller whose instant is 0 keeps no time.
    static let sql = """
        ALTER TABLE lease ADD COLUMN clock BIGINT NOT NULL DEFAULT 0, ADD COLUMN seed TEXT NOT NULL DEFAULT '';

        CREATE FUNCTION tilerace_fence(mine BIGINT, milliseconds BIGINT, instant BIGINT) RETURNS void
        LANGUAGE plpgsql AS $$
        DECLARE
            held lease%ROWTYPE;
        BEGIN
            SELECT * INTO held FROM lease WHERE generation = mine FOR NO KEY UPDATE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'the lease is another server''s' USING ERRCODE = 'TR001';
            END IF;
            IF (instant > 0 AND held.clock < instant + milliseconds * 3 / 4)
                OR held.expires_at < clock_timestamp() + milliseconds * INTERVAL '0.75 milliseconds' THEN
                UPDATE lease SET expires_at = clock_timestamp() + milliseconds * INTERVAL '1 millisecond',
                    clock = CASE WHEN instant > 0 THEN GREATEST(clock, instant + milliseconds) ELSE clock END;
            END IF;
        END $$;
        """
}
