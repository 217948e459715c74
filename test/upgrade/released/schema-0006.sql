CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE organization (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT 'active', external_id TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '{}',
      is_default INTEGER NOT NULL DEFAULT 0, max_endpoints INTEGER, max_base_stations INTEGER,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE endpoint (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organization (id), eui TEXT NOT NULL,
      name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', ep_class TEXT NOT NULL,
      nwk_key BLOB, nwk_sn_key BLOB, app_key BLOB, -- sealed under the master key
      sh_addr INTEGER, pre_attach INTEGER NOT NULL DEFAULT 0,
      dual_chan INTEGER NOT NULL DEFAULT 0, repetition INTEGER NOT NULL DEFAULT 0,
      wide_carr_off INTEGER NOT NULL DEFAULT 0, long_blk_dist INTEGER NOT NULL DEFAULT 0,
      type_eui TEXT, device_model TEXT, blueprint TEXT,
      uplink_interval_s INTEGER NOT NULL DEFAULT 0, tags TEXT NOT NULL DEFAULT '{}',
      latitude REAL, longitude REAL, altitude REAL,
      suspended INTEGER NOT NULL DEFAULT 0, skip_attach_check INTEGER NOT NULL DEFAULT 0,
      attach_status TEXT NOT NULL DEFAULT 'detached', attach_origin TEXT, attach_generation INTEGER NOT NULL DEFAULT 0,
      attach_cnt INTEGER, attach_nonce BLOB, attach_sign BLOB, attach_sh_addr INTEGER, attach_rx_time_ns INTEGER,
      attach_answered_at INTEGER, attach_station INTEGER,
      attached_at INTEGER, detached_at INTEGER, reattach_pending INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
    , deregistered INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE endpoint_heard (
      endpoint INTEGER PRIMARY KEY REFERENCES endpoint (id), last_packet_cnt INTEGER, last_seen_ns INTEGER,
      last_rssi REAL, last_snr REAL, last_eq_snr REAL, last_profile TEXT, last_mode TEXT, last_station INTEGER,
      message_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
CREATE TABLE base_station (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organization (id), eui TEXT NOT NULL,
      name TEXT NOT NULL, named_by_operator INTEGER NOT NULL DEFAULT 0, description TEXT NOT NULL DEFAULT '',
      disabled INTEGER NOT NULL DEFAULT 0,
      latitude REAL, longitude REAL, altitude REAL, location_source TEXT NOT NULL DEFAULT '', location_updated_at INTEGER,
      vendor TEXT NOT NULL DEFAULT '', model TEXT NOT NULL DEFAULT '', sw_version TEXT NOT NULL DEFAULT '',
      reported_name TEXT NOT NULL DEFAULT '', info TEXT, bidi INTEGER NOT NULL DEFAULT 0,
      protocol_version TEXT NOT NULL DEFAULT '', remote_address TEXT NOT NULL DEFAULT '',
      session_resumed INTEGER NOT NULL DEFAULT 0, connected_at INTEGER, disconnected_at INTEGER,
      disconnect_reason TEXT NOT NULL DEFAULT '', last_seen_at INTEGER,
      last_status_at INTEGER, status_code INTEGER, status_message TEXT NOT NULL DEFAULT '', system_time_ns INTEGER,
      clock_offset_ms REAL, duty_cycle REAL, uptime_s INTEGER, temperature REAL, cpu_load REAL, mem_load REAL,
      certificate_fingerprint TEXT NOT NULL DEFAULT '', certificate_expires_at INTEGER,
      allowed_fingerprints TEXT NOT NULL DEFAULT '[]', mac_types TEXT NOT NULL DEFAULT '[]', tags TEXT NOT NULL DEFAULT '{}',
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
    ) STRICT;
CREATE TABLE session (
      id INTEGER PRIMARY KEY, station INTEGER NOT NULL REFERENCES base_station (id),
      sn_bs_uuid BLOB NOT NULL, sn_sc_uuid BLOB NOT NULL, version TEXT NOT NULL,
      last_bs INTEGER NOT NULL DEFAULT 0, -- highest id of the station
      done_bs INTEGER NOT NULL DEFAULT 0, -- every station operation up to this id is closed
      last_sc INTEGER NOT NULL DEFAULT 0, -- lowest id of ours
      state TEXT NOT NULL, -- active, disconnected, retired
      connected_at INTEGER NOT NULL, disconnected_at INTEGER
    ) STRICT;
CREATE TABLE operation (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL, command TEXT NOT NULL,
      content BLOB NOT NULL, -- the request, sealed: it may hold a session key
      endpoint INTEGER, about TEXT NOT NULL DEFAULT '', resumes INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
      PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE station_operation (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL, command TEXT NOT NULL,
      endpoint INTEGER, heard TEXT, PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE propagation (
      station INTEGER NOT NULL REFERENCES base_station (id), endpoint INTEGER NOT NULL REFERENCES endpoint (id),
      kind TEXT NOT NULL, state TEXT NOT NULL, op_id INTEGER, operation_uuid TEXT, attempts INTEGER NOT NULL DEFAULT 0,
      retry_at INTEGER, error TEXT NOT NULL DEFAULT '', updated_at INTEGER NOT NULL,
      PRIMARY KEY (station, endpoint)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE endpoint_operation (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, org INTEGER NOT NULL REFERENCES organization (id),
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), operation TEXT NOT NULL, origin TEXT NOT NULL,
      station INTEGER, ac_eui TEXT, session INTEGER, op_id INTEGER, status TEXT NOT NULL, error TEXT NOT NULL DEFAULT '',
      started_at INTEGER NOT NULL, finished_at INTEGER, actor TEXT NOT NULL DEFAULT '', que_id INTEGER
    ) STRICT;
CREATE TABLE uplink (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL, endpoint INTEGER NOT NULL, generation INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, rx_time_ns INTEGER NOT NULL, arrived_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
      user_data BLOB NOT NULL, format INTEGER NOT NULL, flags INTEGER NOT NULL, receptions BLOB NOT NULL,
      skipped INTEGER -- as in message
    , vm_mac_type INTEGER, vm_crc INTEGER) STRICT;
CREATE TABLE message (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL, endpoint INTEGER NOT NULL, generation INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, rx_time_ns INTEGER NOT NULL, arrived_at INTEGER NOT NULL, stored_at INTEGER NOT NULL,
      user_data BLOB NOT NULL, format INTEGER NOT NULL, flags INTEGER NOT NULL, receptions BLOB NOT NULL,
      skipped INTEGER, -- counters missed before it; null: the counter went backwards
      decode_status TEXT NOT NULL, decode_error TEXT NOT NULL DEFAULT '', decoded TEXT, blueprint TEXT, vm_mac_type INTEGER
    , vm_crc INTEGER) STRICT;
CREATE TABLE late_reception (
      seq INTEGER PRIMARY KEY, message INTEGER NOT NULL, station INTEGER NOT NULL
    ) STRICT;
CREATE TABLE block (
      first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, min_rx_ns INTEGER NOT NULL, max_rx_ns INTEGER NOT NULL,
      sealed_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE posting (
      block INTEGER NOT NULL REFERENCES block (first_seq) ON DELETE CASCADE, kind INTEGER NOT NULL, -- 1 endpoint, 2 station
      key INTEGER NOT NULL, count INTEGER NOT NULL, seqs BLOB NOT NULL,
      PRIMARY KEY (block, kind, key)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE rollup (
      grain INTEGER NOT NULL, -- 3600 or 86400 seconds
      start_at INTEGER NOT NULL, scope INTEGER NOT NULL, key INTEGER NOT NULL, other INTEGER NOT NULL,
      messages INTEGER NOT NULL, duplicates INTEGER NOT NULL, firsts INTEGER NOT NULL, receptions INTEGER NOT NULL,
      bytes INTEGER NOT NULL, lost INTEGER NOT NULL, resets INTEGER NOT NULL,
      snr_sum REAL NOT NULL, rssi_sum REAL NOT NULL, eq_snr_sum REAL NOT NULL, eq_snr_count INTEGER NOT NULL,
      rssi_min REAL, rssi_max REAL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      downlinks INTEGER NOT NULL DEFAULT 0, downlinks_failed INTEGER NOT NULL DEFAULT 0, downlinks_acked INTEGER NOT NULL DEFAULT 0,
      profiles TEXT, modes TEXT,
      PRIMARY KEY (grain, scope, start_at, key, other)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE presence (
      station INTEGER NOT NULL REFERENCES base_station (id), connected_at INTEGER NOT NULL, disconnected_at INTEGER,
      PRIMARY KEY (station, connected_at)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE counter (
      org INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (org, name)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE event (
      seq INTEGER PRIMARY KEY, uuid TEXT NOT NULL, org INTEGER, event_type TEXT NOT NULL, category TEXT NOT NULL,
      severity TEXT NOT NULL, source_type TEXT NOT NULL, source_id TEXT NOT NULL, source_name TEXT NOT NULL DEFAULT '',
      endpoint INTEGER, station INTEGER, ep_eui TEXT, bs_eui TEXT, ac_eui TEXT, user_id TEXT, user_email TEXT,
      timestamp_at INTEGER NOT NULL, stored_at INTEGER NOT NULL, count INTEGER NOT NULL DEFAULT 1,
      title TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', data TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
CREATE TABLE downlink (
      que_id INTEGER PRIMARY KEY AUTOINCREMENT, org INTEGER NOT NULL REFERENCES organization (id),
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), state TEXT NOT NULL,
      entries BLOB NOT NULL, packet_cnts TEXT, -- JSON; null: valid for any window
      format INTEGER NOT NULL, flags INTEGER NOT NULL, prio REAL NOT NULL, expires_at INTEGER NOT NULL,
      ref TEXT NOT NULL, source TEXT NOT NULL, created_by TEXT NOT NULL, created_at INTEGER NOT NULL,
      request_id TEXT, ac_eui TEXT, ac_que_id TEXT,
      -- Who holds it, or sent it, under which operation of which session, and with which counters.
      station INTEGER REFERENCES base_station (id), session INTEGER, op_id INTEGER, generation INTEGER,
      attempts INTEGER NOT NULL DEFAULT 0,
      missed INTEGER NOT NULL DEFAULT 0, -- windows that went by while its holder had it
      unknown_there INTEGER NOT NULL DEFAULT 0, -- refusals because the station did not know the endpoint
      avoided TEXT NOT NULL DEFAULT '{}', -- stations that could not take it, and until when; JSON
      last_error TEXT NOT NULL DEFAULT '',
      accepted_at INTEGER, tx_time_ns INTEGER, tx_packet_cnt INTEGER, acked_at INTEGER, finished_at INTEGER,
      feed_seq INTEGER, -- place in the feed of its station, in one order with messages
      occurred_ns INTEGER AS (coalesce(tx_time_ns, finished_at * 1000000)), -- its time there
      line INTEGER NOT NULL -- its row of endpoint_operation
    ) STRICT;
CREATE TABLE rx_query (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), state TEXT NOT NULL, requested_by TEXT NOT NULL,
      requested_at INTEGER NOT NULL, station INTEGER REFERENCES base_station (id), session INTEGER, op_id INTEGER,
      written_at INTEGER, finished_at INTEGER, error TEXT NOT NULL DEFAULT '', line INTEGER NOT NULL
    ) STRICT;
CREATE TABLE rx_status (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, endpoint INTEGER NOT NULL REFERENCES endpoint (id),
      station INTEGER NOT NULL REFERENCES base_station (id), rx_time_ns INTEGER NOT NULL, reported_at INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, dl_rx_snr REAL NOT NULL, dl_rx_rssi REAL NOT NULL, query INTEGER REFERENCES rx_query (id)
    , message INTEGER) STRICT;
CREATE TABLE ul_transmit (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, line INTEGER NOT NULL, -- its row of endpoint_operation
      PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE center_session (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      ac_eui TEXT NOT NULL, sn_ac_uuid BLOB NOT NULL, sn_sc_uuid BLOB NOT NULL, version TEXT NOT NULL,
      status TEXT NOT NULL, close_reason TEXT NOT NULL DEFAULT '',
      last_ac INTEGER NOT NULL DEFAULT 0, last_sc INTEGER NOT NULL DEFAULT 0,
      cursor INTEGER NOT NULL, -- every place of the log up to it is an operation, or not for this center
      counted INTEGER NOT NULL, waiting INTEGER NOT NULL DEFAULT 0, -- lines for it in (cursor, counted]
      operations INTEGER NOT NULL DEFAULT 0, requests INTEGER NOT NULL DEFAULT 0, -- ever, in both directions; rows of center_request
      vendor TEXT NOT NULL, model TEXT NOT NULL, name TEXT NOT NULL, sw_version TEXT NOT NULL, info TEXT,
      remote_address TEXT NOT NULL, tls_version TEXT NOT NULL, cipher_suite TEXT NOT NULL,
      certificate_fingerprint TEXT NOT NULL, certificate_subject TEXT NOT NULL,
      connected_at INTEGER NOT NULL, last_activity_at INTEGER NOT NULL, disconnected_at INTEGER
    ) STRICT;
CREATE TABLE center_operation (
      session INTEGER NOT NULL REFERENCES center_session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      seq INTEGER NOT NULL, receptions INTEGER NOT NULL, PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE center_request (
      session INTEGER NOT NULL REFERENCES center_session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      command TEXT NOT NULL, error_code INTEGER, error_text TEXT NOT NULL DEFAULT '',
      endpoint INTEGER, pre_attach INTEGER NOT NULL DEFAULT 0, -- what its completion is about
      completed INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL,
      PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE notice (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL, kind TEXT NOT NULL, ac_eui TEXT, endpoint INTEGER NOT NULL,
      content TEXT NOT NULL, stored_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE center_registration (
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), ac_eui TEXT NOT NULL, PRIMARY KEY (endpoint, ac_eui)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE center_receiver (
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), since INTEGER NOT NULL, ac_eui TEXT NOT NULL,
      PRIMARY KEY (endpoint, since)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE center_error (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, session INTEGER NOT NULL, op_id INTEGER NOT NULL, command TEXT NOT NULL,
      code INTEGER NOT NULL, text TEXT NOT NULL, direction TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      count INTEGER NOT NULL DEFAULT 1
    ) STRICT;
CREATE TABLE center_count (
      org INTEGER NOT NULL, start_at INTEGER NOT NULL, command TEXT NOT NULL, succeeded INTEGER NOT NULL, failed INTEGER NOT NULL,
      delivery_ms INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (org, start_at, command)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE certificate (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      kind TEXT NOT NULL, eui TEXT NOT NULL, -- kind bs or ac, and whom it names
      serial TEXT NOT NULL, fingerprint TEXT NOT NULL UNIQUE, not_before_at INTEGER NOT NULL, not_after_at INTEGER NOT NULL,
      pem TEXT NOT NULL, created_at INTEGER NOT NULL,
      revoked_at INTEGER, reason TEXT NOT NULL DEFAULT '',
      private_key BLOB, -- sealed; gone after its one download
      key_until INTEGER -- end of that download; null: the key was never here
    ) STRICT;
CREATE TABLE revoked_eui (
      kind TEXT NOT NULL, eui TEXT NOT NULL, revoked_at INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, eui)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:45130', 0, 1795276537584, 1795276540084, 'server_stopped', 1795276540084, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '86344964ce959daa0a74382d30957d8def218f549f24489ffed6afabe64d5a82', 2110636537000, '[]', '[]', '{}', 1795276537584, 1795276537584, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:45132', 0, 1795276537584, 1795276540084, 'server_stopped', 1795276539584, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3cc77d57c097ebe16ff5009ff335808a192302dc444426e00178cda4a44015ae', 2110636537000, '[]', '[]', '{}', 1795276537584, 1795276537584, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795276540084, 1795276540084, 1795276540084);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:45136', 0, 1795276540084, 1795276540084, 'server_stopped', 1795276540084, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'f190bc6f9490aca74273da7a9af8a5a5c80130b897b1ff48a6ab2b80fa3b55f6', 2110636540000, '[]', '[]', '{}', 1795276540084, 1795276540084, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at") VALUES (4, 9, 1767225600123456789, 1795276538584000000, 1795276538922);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795273200000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795273200000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795273200000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795273200000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795273200000, 'ulData', 4, 0, 500);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a1fed1-fef0-7f2b-90a6-9c9d57fac451', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795276537584, 1795276537584, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -6, 7, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -5, 6, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -4, 5, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -3, 4, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -2, 2, 0);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -1, 1, 0);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 1, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795276537584);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795276537584);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795276537584);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795276540084);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795276537584);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a1fed1-fef0-7913-a6e8-d0d4c8f79651', 1, '70b3d59cd00000a1', X'0B80EBD2AE50D4562D69EF7E5DF03B9F', X'40FC415072539B9FD0D61D2A62FE8BB1', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 7, 7, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:35898', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'ab02d81f21745bee7324e214df75fa9e646a9b1530bff380b8229279dd5d0adb', 'CN=70b3d59cd00000a1', 1795276537584, 1795276540084, 1795276540084);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a1fed1-fef0-7b6d-b9e4-d84edaf81492', 1, '70b3d59cd00000a2', X'A6DE2AB6EC63258C6168783492465AD9', X'13E87F77B965D2E686E375F017D4B765', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 7, 7, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:35902', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '63b39ae4829fa73ea2978796f49138ddc68f9e70c7a9e9b54c8dfcd5217aecf5', 'CN=70b3d59cd00000a2', 1795276537584, 1795276537584, 1795276540084);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a1fed1-fef0-7ff0-812c-9938db69d6eb', 1, 'bs', '70b3d59cd0000001', '5314b96fbcc00c6bbc1ac0ee448a9bc6', '86344964ce959daa0a74382d30957d8def218f549f24489ffed6afabe64d5a82', 1795190137000, 2110636537000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQUxS5b7zADGu8GsDuRIqbxjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTUzN1oX
DTM2MTExODE1NTUzN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABKwnVEMLKs2ra82D+HaaQ4q3HiDShKForejx
iu7yo76fhVxlq4Vp989WXWAWza5TOKZbGdYVa/ceEZlWEMECm3SjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFGvZI1Klt7aKZBqBbMEBIGJNHMPuMB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0kAMEYCIQCIQzqEypnBaB71pBaDs8bY1ptf
7QK2R+GlwugnuWR92wIhANjruLi6tyMPoIT7bwI3oaNc4p5sDaUMUjOEk7jC9k7F
-----END CERTIFICATE-----
', 1795276537584, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a1fed1-fef0-78df-ba7b-9e640195e93c', 1, 'bs', '70b3d59cd0000002', '6363f6f5f25d73144bcf2a19d88b81a1', '3cc77d57c097ebe16ff5009ff335808a192302dc444426e00178cda4a44015ae', 1795190137000, 2110636537000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQY2P29fJdcxRLzyoZ2IuBoTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTUzN1oX
DTM2MTExODE1NTUzN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABJ2SNJTjXoq04cDOCYXzN9RoNnY1ah+uCZ4L
6f/Z9vcNMsELMH3V3AqkjeecaZ5NZ+FDaJgptI2f3c/mH/L7o/6jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFMO+/y3NkEI9n24bsG1mHGhp/7cWMB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0cAMEQCIFsFucCb0yJBfqIKrTEbpR7qPKZv
q1EmiJhgorUKlQA3AiB+kO/yqZUDTjBFIWP1VKvgutBBKIdP5BQBKaOg2M/7zw==
-----END CERTIFICATE-----
', 1795276537584, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a1fed1-fef0-7312-8b83-c5bf231054ea', 1, 'ac', '70b3d59cd00000a1', '49dc15f7250228777fcb976b260f90bc', 'ab02d81f21745bee7324e214df75fa9e646a9b1530bff380b8229279dd5d0adb', 1795190137000, 2110636537000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQSdwV9yUCKHd/y5drJg+QvDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTUzN1oX
DTM2MTExODE1NTUzN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABHph6+21iaQztnTS1J2p/u+tS4banhoXm3hR
f9GGdTqAm7s27iMA5Y3iLyZvjTH+bQzW6PEefhonDcvA7kFRKAejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFKWLUIF6hs0n41nR29Uy4WF1X83jMB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0gAMEUCIQCzPVRXi4E2uCREPKdwzP2rGsWL
fcn23HvCinu7cGA/ngIgMyM3dXFSO+qgvZEgSgaQ/z8SEStRZ/RGlz3APQayh7g=
-----END CERTIFICATE-----
', 1795276537584, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a1fed1-fef0-766d-8b33-3869506523ae', 1, 'ac', '70b3d59cd00000a2', '6f98129f59f0054f8c39b0b105de2711', '63b39ae4829fa73ea2978796f49138ddc68f9e70c7a9e9b54c8dfcd5217aecf5', 1795190137000, 2110636537000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQb5gSn1nwBU+MObCxBd4nETAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTUzN1oX
DTM2MTExODE1NTUzN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABH+SMvm5mI14O+d9rJU5HSUNemcIrcf71G25
o80M4P42TRfj0TOPVMo5bkI7QbyjFPEuvgGRcZA/S/4kzyugJHijgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFJl0E4Z/yFwWerPy8Q0fZTJ/Avx4MB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0gAMEUCIQDsLeZOW5APUg5m1mLVf5bP5krY
wUVPKcaMIqDNbwadMQIgQ1nYh74zacXy+xq/qydXIDY5Jqq78N23cfkiXZlpyqw=
-----END CERTIFICATE-----
', 1795276537584, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a1fed2-08b4-7aad-943d-eee82b811c31', 1, 'bs', '70b3d59cd0000001', '6b172d240ea703f35550a3746d90d35c', '16a34356bfb333292f7b6417f03f48557bf3d35d93fc72a8b26b16ebb3afc613', 1795190140000, 2110636540000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQaxctJA6nA/NVUKN0bZDTXDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTU0MFoX
DTM2MTExODE1NTU0MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABAdgXG4h43tJAn2gxIz7X75uydQbjemxCneX
s1lGZZKxicTc9F1z0leThtV+C4IPsPj4X+nU14gB4L8cGCBddxCjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFC7t56Dx0jOrr3A4uvW8B5UaLhOvMB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0cAMEQCIEOuyR/qSREKz9FtLCiyQt+opkRD
CR/hOwBcHlAX5LjgAiAliHrdwzYVsnzXVv1fbtfe8YfOF13FCO9LbEp644VN/g==
-----END CERTIFICATE-----
', 1795276540084, NULL, '', X'01FA3F970F64AF01BACC7565C3DF2AA9A00187ACD7E7D7BD05B3635F6AB107EE315463C2118F9A588B471BA6E780B4167E9D00975BF601F74937DD7C9BA8B71934CF83087FEBEBF969AFFA462D8042638F82FCF06A4DDBD64C25C3FB6EA312ED665EF2231D40DE6BD73611FF4B320616F72EC2D7D0982E5438077397B98B84A3EF049D6E000BC0DC25B8A77D6BFC918E95D7E1D4F6B46F1632DB577557F3DB92AAF730BB06A41C60E893EA63748FC896B60A8927AFE388367FF11499EB9A96074A92547A50A850FA0CF8F89AAD5E6219C7AB9576C09EE40422FE7BDC8C0C7E4BE045385A27827FB997DA5378D9ABB89E0C9DCBBD0D4F160F58497C02CA4F83B6A1F74C8B7A5691A30FA6407A71F9', 1795881340084);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a1fed2-08b4-795c-8451-c39f3eb1030e', 1, 'bs', '70b3d59cd0000003', '6ae3fd77381261bb44fbe1a5a824cfc5', 'f190bc6f9490aca74273da7a9af8a5a5c80130b897b1ff48a6ab2b80fa3b55f6', 1795190140000, 2110636540000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQauP9dzgSYbtE++GlqCTPxTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGU1YjFiYjUyMB4XDTI2MTEyMDE1NTU0MFoX
DTM2MTExODE1NTU0MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEHC6J6si8doewTWx2qdA5QG8AK8UV2WtIz7
MTWGWgyd4geRAobDO8X64EIvPrOdUDrTFZcywv1AsRyM3xEdIpqjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFOzvfWsA/ndzR5OSjHsCpV0+uutNMB8GA1UdIwQYMBaAFMixi0hNHS31WmQ6
Py+IZuD48K76MAoGCCqGSM49BAMCA0kAMEYCIQCppon5tidrPN4kf2DYs1TziTVO
89RyoNAN7eMSeILvUwIhAImA6rSdPY/W8/8/UIbXg8UWOGDOnMgScrNlOQnuGfox
-----END CERTIFICATE-----
', 1795276540084, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795362937584, 'sent', 'api', 'operator@localhost', 1795276537584, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795276537584, 1795276537584000000, 1, 1795276538084, 1795276537584, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795362940084, 'waits', 'api', 'operator@localhost', 1795276540084, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'0189FEB112E278D1C32AE462AAA90E03249E0635C6B7D3EC44B215AEA9AB854D9790A07222D49FCF2D37E7A66A', X'01AE5CD5EE22998B855912472CA921919EBD42E7E35C31009C89D3376B091A984684D64C94067E61F0B4370569', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'07DF29EF', X'0FDCAF77', 57601, 1795276537584000000, 1795276537584, 1, 1795276537584, NULL, 0, 1795276537584, 1795276537584, NULL, 0);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'016188566E6A05B6098BF8BCD908E58ADE5107D3FF478D8E9C8374BA68D7535239C1503708B57D45A5C7A0C0DF', X'0141467976981415DD87B11FAC879AB377FB6AC0561EC3D01ECE9BEB1243172042AC6ADA0730F0212FA38BA3A9', X'01D9478B2AF2A36D3A544419715B029B287B68D2249E3BE5F905FEA784AA2DBECB8FC4EF10F4A8BD265F361456', 9320, 1, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795276537584, NULL, 0, 1795276537584, 1795276537584, NULL, 0);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'0132B1D63254CFD49022D875FECAD6BC525558DB47127C398A528FABD0BB12D0ADEFEF770BAD670CBA85F420BE', X'0180F509DEF87CA178B174F078867945843406A860081E6E32923B4E8D3B8B7614EF9914A1EE5B925ADF9C98D4', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'C2FD79C8', X'0DC1F4C8', 57603, 1795276540084000000, 1795276540084, 4, NULL, NULL, 0, 1795276540084, 1795276540084, NULL, 0);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (1, 3, 1795276538584000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (3, 0, 1795276540084000000, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a1fed1-fef0-7bbc-b792-bb1863880198', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795276537584, 1795276537584, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a1fed1-fef0-75da-aa9a-06fc5288fb4c', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795276537584, 1795276537584, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a1fed1-fef0-7178-a7cf-a217c6574215', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795276537584, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a1fed1-fef0-7a90-978e-d5c9a8a3757f', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795276537584, 1795276537584, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a1fed1-fef0-7d8b-8906-72bb0174e359', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795276537584, 1795276537584, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a1fed1-fef0-7419-8916-c08a4e8262f4', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795276537584, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a1fed1-fef0-7bc1-bd94-7bcad902d5e8', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795276537584, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a1fed1-fef0-72c7-b1f6-18e1873d2d33', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795276537584, 1795276537584, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a1fed1-fef0-79ec-85ba-e3941954847b', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795276537584, 1795276537584, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a1fed1-fef0-76a7-8aec-a76b314d9d9a', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795276537584, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a1fed1-fef0-78a4-bff2-816c586158df', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795276537584, 1795276537584, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a1fed1-fef0-7594-a4ee-baf2acc45ef8', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795276537584, 1795276538084, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a1fed2-08b4-7305-9de2-35ae748ed31e', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795276540084, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a1fed2-08b4-7864-a465-f56f5b69dbc0', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795276540084, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a1fed2-08b4-7e41-b4d8-99d5a8b25b61', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795276540084, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a1fed2-08b4-73a4-8c99-e4767f15cddd', 1, 1, 'attach_propagate', 'reconnect', 4, NULL, 3, -2, 'completed', '', 1795276540084, 1795276540084, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (17, '01a1fed2-08b4-7ce5-b6e6-b9f27fdcd1b8', 1, 2, 'attach_propagate', 'reconnect', 4, NULL, 3, -3, 'completed', '', 1795276540084, 1795276540084, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (18, '01a1fed2-08b4-7fbe-bb82-ca36fe7c550b', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795276540084, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (1, '01a1fed1-fef0-7f06-b292-03f18446dcb8', NULL, 'system.started', 'system', 'info', 'service_center', '2e2c1caaa4c9935f', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (2, '01a1fed1-fef0-7b59-95ee-848da4c17d07', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276537584, 1795276537584, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (3, '01a1fed1-fef0-7b06-976f-94f0892caa33', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:45130","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (4, '01a1fed1-fef0-72b8-9592-e1d977acdd4d', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276537584, 1795276537584, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (5, '01a1fed1-fef0-7564-adb9-5f59a930bc83', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:45132","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (6, '01a1fed1-fef0-7dfe-a26c-f84d3713d0e2', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795276537584, 1795276537584, 1, 'Application center connected', '', '{"sessionId":"01a1fed1-fef0-7913-a6e8-d0d4c8f79651","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:35898","version":"1.0.0"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (7, '01a1fed1-fef0-7cce-a6c5-95db3df38c8e', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795276537584, 1795276537584, 1, 'Application center connected', '', '{"sessionId":"01a1fed1-fef0-7b6d-b9e4-d84edaf81492","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:35902","version":"1.0.0"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (8, '01a1fed1-fef0-7329-bc80-439b6e10eac9', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276537584, 1795276537584, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (9, '01a1fed1-fef0-7160-ab80-00e331127827', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276537584, 1795276537584, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (10, '01a1fed1-fef0-74b0-ba28-756a94014bd4', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a1fed1-fef0-7bbc-b792-bb1863880198"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (11, '01a1fed1-fef0-7971-b970-83335072c703', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (12, '01a1fed1-fef0-73df-88a1-8f2a8c4edd64', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (13, '01a1fed1-fef0-7616-ab07-1af428179300', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (14, '01a1fed1-fef0-703b-a4d6-e85bd731fc4e', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (15, '01a1fed1-fef0-75e3-a429-98f4a1c47f61', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795276537584, 1795276537584, 1, 'Protocol error with an application center', '', '{"sessionId":"01a1fed1-fef0-7913-a6e8-d0d4c8f79651","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (16, '01a1fed1-fef0-7697-9259-b484f0e4babb', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (17, '01a1fed1-fef0-7fa2-a9e3-aeb6fa33c48f', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (18, '01a1fed1-fef0-7cb4-be78-964e64d8e51a', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (19, '01a1fed1-fef0-76e7-bec6-0a1ef709ec00', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276537584, 1795276537584, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795276537584000000","packetCnt":1,"ref":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (20, '01a1fed2-00e4-7694-a6f6-c7c5d6ba7cba', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795276537584, 1795276538084, 1, 'Endpoint heard for the first time', '', '{}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (21, '01a1fed2-00e4-73b1-8dc8-b99db34f2fb7', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276538084, 1795276538084, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (22, '01a1fed2-00e4-7074-a8a9-0c89bb5d1683', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795276538084, 1795276538084, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (23, '01a1fed2-08b4-7056-b9ca-129024a0c953', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (24, '01a1fed2-08b4-796c-b6e0-be92423526b8', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (25, '01a1fed2-08b4-7eba-8e40-0309e59de82a', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Certificate issued', '', '{"certificateId":"01a1fed2-08b4-7aad-943d-eee82b811c31","fingerprint":"16a34356bfb333292f7b6417f03f48557bf3d35d93fc72a8b26b16ebb3afc613","notAfter":"2036-11-18T15:55:40.000Z"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (26, '01a1fed2-08b4-7194-805b-c3b2f2ac9317', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (27, '01a1fed2-08b4-7cb2-b132-c45ebea153ec', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (28, '01a1fed2-08b4-7bc3-a8cc-69502c4162cc', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (29, '01a1fed2-08b4-7d05-856a-48657fc8b1bf', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:45136","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (30, '01a1fed2-08b4-7f85-a639-6aa4b3ef8eaa', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a', 'operator@localhost', 1795276540084, 1795276540084, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (31, '01a1fed2-08b4-7c02-90e4-f083ae3e64fc', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795276540084, 1795276540084, 1, 'Application center disconnected', '', '{"sessionId":"01a1fed1-fef0-7b6d-b9e4-d84edaf81492","reason":"server_stopped"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (32, '01a1fed2-08b4-7ab7-940d-64303588b50a', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795276540084, 1795276540084, 1, 'Application center disconnected', '', '{"sessionId":"01a1fed1-fef0-7913-a6e8-d0d4c8f79651","reason":"server_stopped"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (33, '01a1fed2-08b4-7ee6-9baa-af9882b23ca2', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (34, '01a1fed2-08b4-7aaa-9604-d6595f5c69bc', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (35, '01a1fed2-08b4-74b9-8a7f-0694624eda74', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (36, '01a1fed2-08b4-7d5a-9b34-585dd0fc4b36', NULL, 'system.stopped', 'system', 'info', 'service_center', '2e2c1caaa4c9935f', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795276540084, 1795276540084, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}');
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (4, 1, 1, 1, 1, 1795276537584000000, 1795276537584, 1795276538084, X'044DA024', 0, 19, X'950103CF18EA1A7FC8499C00CB4029000000000000D09E950202CF18EA1A7FC8499C00CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (5, 1, 1, 1, 2, 1795276538084000000, 1795276538084, 1795276538584, X'0452A024', 0, 7, X'950105CF18EA1A7FE6170100CB4029000000000000D09E950203CF18EA1A7FE6170100CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (6, 1, 1, 1, 3, 1795276538584000000, 1795276538584, 1795276539084, X'04599F24', 0, 3, X'950107CF18EA1A8003E46600CB4029000000000000D09E950204CF18EA1A8003E46600CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795276539084, 1795276539584, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795276539584, 1795276540084, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300);
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a1fed1-fef0-7df2-94f0-b52a68ce7e3a');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AbKQGNjiope3KTj2+UMTKpLdBi4gysTUZb5l0graAdwmxEw3R3/011nFo4t8frrLrdfUx+ikXh9VmvlnOg==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', '2e2c1caaa4c9935f');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795276537584);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"07df29ef","sign":"0fdcaf77","snr":12.5,"rssi":-98}', 1795276537584);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'019D325577F706EDA1FA8BE2482E882075FE22F1A913C078E2BC953E2A60D42E7DC86DE060F874E35DD27E4F68D69ACB5A49D1A959CBDF836962F5C1555258E682ADC124138B8A701C22A59F282630FBBD458A0CCC56FC1E611C9D0352D5E43114591338CBBC0A2F51', 1, '', 0, 1795276540084);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'01D453FDFD7F7A2899619C42D9FA57DE0226131AB940D27763CB9ADCCBB8F3A0A6698A9FB726C47AE75E8A9FEB79C07FF3DD4954CDC737E10601E11F6EF660E7BDFEEDC6FE8CBAA06A52AA8EC6847430EEA082B2DF66C21C035D67BC882DB7324952B95DBA7F64407F7D0F886AB705C38F3CBD370DE459CE19FEC8012E279EA80D50E4608F48996AE980A18CEA9559A2B90B80A6A0144D3E', 2, '', 0, 1795276537584);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'0195FBDFE04CFED86CA914F89835777A7DBBE79CC787A527F0D61CC8748E30388BD9A1B12CDDD1AAB7433EBA54B560977D814F9F735BA02E29765ECE4A1253D69B639988847503D62E4C5A47F78C838FD766B2F1A714D7C1548EFE55DAFDCBCD2DE2E0AF16B90E75078C1A14702A1E6DC8BD115397923692F6A991FEC3CFF912626E97B2073088828C6F800C7E1C69DDCEB4E392DC3E9CE7', 2, '', 0, 1795276537584);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'01C976D9B9B8ED9B6BF0E1B1855706642C0777FC14C0D229289B246B8607E12D8066CA76D214F1402906781A2A46BA818467A89C0B9ECA3E0DC2AD00166CCBA5BA86C67CEAFAC30611E8378471BAC03E5929E0E6A30990A748EC9A880ED1B1CBF3670252D896A9CBEE6E70868BD2CEDFB40F4DCD5E2F211CCB043DAE86C711C83E7D851B47F1A1586789C9C7101D10C1F030E73AB39885C51CC58CD9B143D6EF', 1, '', 0, 1795276537584);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'014289FD0A7A2687AEEE90F68F028254A3252F5FA22AF9B0C2661E0C9A05891C2C4C8848B1DC748CAB30822E6DE282470843AC366454EF405DB4C58EF720468BA41FB2FCA5FD498ECF086A156DC54478F372C41AF6DDB0D8546381BBE21D73211378F9BE96D952E380FE4458D3B4DF633F63D1FCE5903654232C684370C41586661DB861E9CD9AF2347945122B4160476E2907B23770A1D8', 2, '', 0, 1795276537584);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at") VALUES (1, '01a1fed1-fef0-7b10-90b9-84a3b9c424e5', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795276537584, 1795276537584);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795276537584, 1795276540084);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795276537584, 1795276540084);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795276540084, 1795276540084);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (1, 1, 'att', 'known', NULL, NULL, 0, NULL, '', 1795276537584);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (1, 2, 'att', 'known', NULL, '01a1fed1-fef0-72c7-b1f6-18e1873d2d33', 0, NULL, '', 1795276537584);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a1fed1-fef0-782e-b0b7-d88013a4c93c', 0, NULL, '', 1795276537584);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a1fed1-fef0-72c7-b1f6-18e1873d2d33', 0, NULL, '', 1795276537584);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (4, 1, 'att', 'known', NULL, NULL, 0, NULL, '', 1795276540084);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (4, 2, 'att', 'known', NULL, NULL, 0, NULL, '', 1795276540084);
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795276540084, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 1, 1, 0, 2, 0, 0, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 1, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 2, 1, 0, 1, 0, 0, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 2, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 3, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 3, 1, 2, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 3, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 3, 1, 2, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 4, 1, 0, 0, 0, 2, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 4, 2, 0, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 4, 1, 0, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 4, 2, 0, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 1, 0, 0, 0, 1, 1, 3, 0, 0, 9.5, -101.0, 0.0, 0, -101.0, -101.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 2, 1, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 5, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795273200000, 5, 2, 1, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 1, 1, 0, 2, 0, 0, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 1, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 2, 1, 0, 1, 0, 0, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 2, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 3, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 3, 1, 2, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 3, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 3, 1, 2, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 4, 1, 0, 0, 0, 2, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 4, 2, 0, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 4, 1, 0, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 4, 2, 0, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 1, 0, 0, 0, 1, 1, 3, 0, 0, 9.5, -101.0, 0.0, 0, -101.0, -101.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 2, 1, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 5, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 5, 2, 1, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795276537584, 1795276538584, 0, 0, 0, NULL, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a1fed1-fef0-7eba-88db-fe7f4d612ee5', 1, 1, 'received', 'operator@localhost', 1795276537584, 1, 1, -5, 1795276537584, 1795276538084, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a1fed2-08b4-7bb7-821a-457ee3c66540', 1, 1, 'pending', 'operator@localhost', 1795276540084, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a1fed2-00e4-7582-a61f-1bf52b2e9f0b', 1, 1, 1795276538084000000, 1795276538084, 2, 12.5, -98.0, 1, 5);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (1, 1, X'B9356592FA09B2BA8C539109A3EC7305', X'453535A60BCC43C3AED027886B723080', '1.0.0', 10, 10, -7, 'disconnected', 1795276537584, 1795276540084);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (2, 2, X'1F864CE99D4C36C5FF8EA96A3338D4B4', X'1B9D30F5F8B84EED8E98B93F798B77F7', '1.0.0', 5, 5, -5, 'disconnected', 1795276537584, 1795276540084);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (3, 4, X'64E247B32053381DCD5283D277E61284', X'4AC855AF3956466D995E887A7C03405F', '1.0.0', 2, 0, -3, 'disconnected', 1795276540084, 1795276540084);
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line") VALUES (1, -7, 7, 15);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795276540084, 1795276540584, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('downlink', 2);
CREATE UNIQUE INDEX endpoint_eui ON endpoint (eui) WHERE deleted_at IS NULL;
CREATE INDEX endpoint_of_org ON endpoint (org, eui) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX base_station_eui ON base_station (eui) WHERE deleted_at IS NULL;
CREATE INDEX base_station_of_org ON base_station (org, eui) WHERE deleted_at IS NULL;
CREATE INDEX session_of_station ON session (station);
CREATE INDEX propagation_of_endpoint ON propagation (endpoint, station);
CREATE INDEX endpoint_operation_of ON endpoint_operation (endpoint, id);
CREATE INDEX endpoint_operation_open ON endpoint_operation (session, op_id) WHERE finished_at IS NULL;
CREATE INDEX message_by_time ON message (org, rx_time_ns);
CREATE INDEX late_reception_of ON late_reception (message, station);
CREATE INDEX event_by_time ON event (timestamp_at);
CREATE INDEX event_of_endpoint ON event (endpoint, seq) WHERE endpoint IS NOT NULL;
CREATE INDEX event_of_station ON event (station, seq) WHERE station IS NOT NULL;
CREATE INDEX downlink_waiting ON downlink (endpoint, prio DESC, que_id) WHERE finished_at IS NULL;
CREATE INDEX downlink_open ON downlink (org, created_at, que_id, finished_at) WHERE finished_at IS NULL;
CREATE INDEX downlink_expiry ON downlink (expires_at) WHERE finished_at IS NULL;
CREATE INDEX downlink_held ON downlink (station) WHERE state IN ('dispatched', 'queued', 'revoking');
CREATE INDEX downlink_done ON downlink (org, finished_at, que_id, state) WHERE finished_at IS NOT NULL;
CREATE INDEX downlink_of_endpoint ON downlink (endpoint, finished_at, que_id, state) WHERE finished_at IS NOT NULL;
CREATE INDEX downlink_ref ON downlink (org, ref) WHERE ref <> '';
CREATE INDEX downlink_unacknowledged ON downlink (endpoint, tx_packet_cnt) WHERE state = 'sent';
CREATE INDEX downlink_request ON downlink (org, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX downlink_fed ON downlink (feed_seq) WHERE feed_seq IS NOT NULL;
CREATE INDEX downlink_fed_by ON downlink (station, feed_seq) WHERE feed_seq IS NOT NULL;
CREATE INDEX downlink_fed_at ON downlink (station, occurred_ns, feed_seq) WHERE feed_seq IS NOT NULL;
CREATE INDEX rx_query_of_endpoint ON rx_query (endpoint, requested_at);
CREATE INDEX rx_query_of_org ON rx_query (org, requested_at);
CREATE UNIQUE INDEX rx_query_open ON rx_query (endpoint) WHERE state = 'pending';
CREATE INDEX rx_query_written ON rx_query (written_at) WHERE state = 'pending' AND written_at IS NOT NULL;
CREATE INDEX rx_query_unwritten ON rx_query (requested_at) WHERE state = 'pending' AND written_at IS NULL;
CREATE INDEX rx_status_of_endpoint ON rx_status (endpoint, reported_at);
CREATE UNIQUE INDEX rx_status_once ON rx_status (endpoint, rx_time_ns, station, packet_cnt);
CREATE INDEX rx_status_of_query ON rx_status (query) WHERE query IS NOT NULL;
CREATE INDEX message_of_mac ON message (org, rx_time_ns) WHERE vm_mac_type IS NOT NULL;
CREATE INDEX center_session_of ON center_session (ac_eui, id);
CREATE INDEX center_session_open ON center_session (ac_eui, org) WHERE status <> 'terminated';
CREATE INDEX center_session_at ON center_session (org, connected_at, id);
CREATE UNIQUE INDEX center_error_group ON center_error (session, command, code, direction);
CREATE INDEX center_error_at ON center_error (last_at, id);
CREATE INDEX event_of_connects ON event (org, timestamp_at, event_type)
      WHERE event_type IN ('scaci.session_opened', 'scaci.session_resumed', 'scaci.session_closed');
CREATE INDEX rx_status_of_message ON rx_status (message);
CREATE UNIQUE INDEX downlink_of_center ON downlink (ac_eui, ac_que_id) WHERE ac_eui IS NOT NULL AND finished_at IS NULL;
CREATE INDEX certificate_of ON certificate (kind, eui, not_before_at);
CREATE INDEX certificate_serial ON certificate (ltrim(serial, '0'));
CREATE INDEX certificate_key ON certificate (key_until) WHERE private_key IS NOT NULL;
PRAGMA user_version = 6;
