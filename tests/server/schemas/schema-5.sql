-- The tables of schema 5, as the program made them that wrote it (commit cc2e8fb).
CREATE TABLE battles (
    id VARCHAR(32) NOT NULL,
    created FLOAT NOT NULL,
    changed FLOAT NOT NULL,
    title TEXT NOT NULL,
    scenario_id VARCHAR(64) NOT NULL,
    scenario BLOB NOT NULL,
    book VARCHAR(64) NOT NULL,
    dice VARCHAR(16) NOT NULL,
    seed TEXT,
    secret VARCHAR(128),
    referee INTEGER NOT NULL,
    status VARCHAR(16) NOT NULL,
    turn INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    waiting TEXT NOT NULL,
    outcome TEXT,
    taken_over TEXT,
    waits INTEGER DEFAULT '0' NOT NULL,
    aside TEXT,
    seating INTEGER DEFAULT '0' NOT NULL,
    opened FLOAT,
    PRIMARY KEY (id)
);
CREATE TABLE departures (
    digest VARCHAR(64) NOT NULL,
    until FLOAT NOT NULL,
    PRIMARY KEY (digest)
);
CREATE TABLE facts (
    name VARCHAR(64) NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE chat (
    battle VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    at FLOAT NOT NULL,
    seat VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    side VARCHAR(64),
    PRIMARY KEY (battle, number),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE TABLE keys (
    battle VARCHAR(32) NOT NULL,
    seat VARCHAR(64) NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (battle, seat, "key"),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE TABLE lines (
    battle VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    at FLOAT NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (battle, number),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE TABLE pending (
    battle VARCHAR(32) NOT NULL,
    seat VARCHAR(64) NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    wish TEXT NOT NULL,
    faces TEXT NOT NULL,
    PRIMARY KEY (battle, seat),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE TABLE seats (
    battle VARCHAR(32) NOT NULL,
    seat VARCHAR(64) NOT NULL,
    place INTEGER NOT NULL,
    side VARCHAR(64),
    role VARCHAR(16) NOT NULL,
    kind VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    pieces TEXT,
    word TEXT,
    own INTEGER NOT NULL,
    ready INTEGER DEFAULT '0' NOT NULL,
    taken FLOAT,
    held INTEGER DEFAULT '0' NOT NULL,
    freed FLOAT,
    asked FLOAT,
    PRIMARY KEY (battle, seat),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE TABLE tokens (
    digest VARCHAR(64) NOT NULL,
    battle VARCHAR(32) NOT NULL,
    seat VARCHAR(64) NOT NULL,
    created FLOAT NOT NULL,
    kind VARCHAR(16) DEFAULT 'open' NOT NULL,
    claim VARCHAR(64),
    claimed FLOAT,
    name TEXT,
    PRIMARY KEY (digest),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
CREATE INDEX tokens_by_seat ON tokens (battle, seat);
CREATE TABLE wishes (
    battle VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    line INTEGER NOT NULL,
    seat VARCHAR(64) NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    "to" INTEGER NOT NULL,
    text TEXT NOT NULL,
    sides TEXT NOT NULL,
    PRIMARY KEY (battle),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE
);
