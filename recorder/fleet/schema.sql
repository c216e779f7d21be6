-- What a fleet adds to the tables of Procrastinate, which are made before these.

CREATE TABLE IF NOT EXISTS fleet_settings (
    name text PRIMARY KEY,
    value text NOT NULL
);

-- A worker is never known twice: its number and its name are new whenever it registers.
CREATE TABLE IF NOT EXISTS fleet_workers (
    id bigint PRIMARY KEY REFERENCES procrastinate_workers ON DELETE CASCADE,
    name text NOT NULL UNIQUE,
    slots integer NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS fleet_sites (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    entry text NOT NULL,
    samples text[] NOT NULL,
    -- Words by command: record, crawl.
    options jsonb NOT NULL DEFAULT '{}',
    params text,
    every text,
    relearn boolean NOT NULL DEFAULT false,
    extra jsonb NOT NULL DEFAULT '{}',
    -- Two sites that share either are never visited at once, but in different lanes: a host has one, unless said.
    domain text NOT NULL,
    address text,
    lane integer NOT NULL DEFAULT 1,

    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'queued', 'running', 'done', 'parked')),
    paused boolean NOT NULL DEFAULT false,
    priority integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    rest_until timestamptz,
    reason text,

    job_id bigint,
    worker_id bigint,
    -- Grows with every taking: who holds a smaller number than this holds nothing.
    token bigint NOT NULL DEFAULT 0,
    -- The token under which the site's file was last put in place; 0: never.
    published bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    lost integer NOT NULL DEFAULT 0,
    rests integer NOT NULL DEFAULT 0,
    relearnt boolean NOT NULL DEFAULT false,

    doing text,
    taken_at timestamptz,
    ended_at timestamptz,
    seconds double precision NOT NULL DEFAULT 0,
    pages bigint NOT NULL DEFAULT 0,
    targets bigint NOT NULL DEFAULT 0,
    day date,
    day_pages bigint NOT NULL DEFAULT 0
);
-- What its recording says of itself, a sentence each.
ALTER TABLE fleet_sites ADD COLUMN IF NOT EXISTS unclear text[] NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX IF NOT EXISTS fleet_sites_domain_in_work ON fleet_sites (domain, lane)
    WHERE state IN ('queued', 'running');
CREATE UNIQUE INDEX IF NOT EXISTS fleet_sites_address_in_work ON fleet_sites (address, lane)
    WHERE state IN ('queued', 'running');
CREATE INDEX IF NOT EXISTS fleet_sites_waiting ON fleet_sites (due_at) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS fleet_sites_first ON fleet_sites (priority) WHERE state = 'waiting' AND priority >= 1;
CREATE INDEX IF NOT EXISTS fleet_sites_worker ON fleet_sites (worker_id) WHERE state = 'running';

-- One row for each taking that ended by its worker's word. The key refuses a second.
CREATE TABLE IF NOT EXISTS fleet_endings (
    site_id bigint NOT NULL REFERENCES fleet_sites ON DELETE CASCADE,
    token bigint NOT NULL,
    ended_at timestamptz NOT NULL DEFAULT now(),
    worker_id bigint NOT NULL,
    code integer NOT NULL,
    reason text,
    pages bigint NOT NULL,
    targets bigint NOT NULL,
    seconds double precision NOT NULL,
    published boolean NOT NULL,
    PRIMARY KEY (site_id, token)
);
