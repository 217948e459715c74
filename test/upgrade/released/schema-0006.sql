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
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:58324', 0, 1795278177206, 1795278179706, 'server_stopped', 1795278179706, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '4094f79a3e471ff0d4c7485ff16424584ce97b30724e9f233cb0d1cf93a0c4e1', 2110638177000, '[]', '[]', '{}', 1795278177206, 1795278177206, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:58338', 0, 1795278177206, 1795278179706, 'server_stopped', 1795278179206, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '783a231c784c831a3fdbc386e9bd657b6c918cead2f70fa953cd50a836d8ecea', 2110638177000, '[]', '[]', '{}', 1795278177206, 1795278177206, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795278179706, 1795278179706, 1795278179706);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:58350', 0, 1795278179706, 1795278179706, 'server_stopped', 1795278179706, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'b3182d0b2d1eec713c9cbaa34ca1d6b64c2df9323ee6fe92646a0e4939fa54db', 2110638179000, '[]', '[]', '{}', 1795278179706, 1795278179706, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at") VALUES (4, 9, 1767225600123456789, 1795278178206000000, 1795278178730);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795276800000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795276800000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795276800000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795276800000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795276800000, 'ulData', 4, 0, 500);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a1feeb-03b6-7dfb-af94-3eb37f50de81', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795278177206, 1795278177206, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -6, 7, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -5, 6, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -4, 5, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -3, 4, 2);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -2, 2, 0);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions") VALUES (2, -1, 1, 0);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795278177206);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795278177206);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795278177206);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795278179706);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795278177206);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a1feeb-03b6-7651-9e32-593adc0140e2', 1, '70b3d59cd00000a1', X'344B1D072851974F31A0D855B343F236', X'296DE6AE9BE329B8325F715976BAD8DA', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 7, 7, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:55620', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'c7a42128f1adda6f7d336c8abe9467e28dec95cac6a9153b21f7b994cafe11cf', 'CN=70b3d59cd00000a1', 1795278177206, 1795278179706, 1795278179706);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a1feeb-03b6-72aa-a2a7-40f38b3dc467', 1, '70b3d59cd00000a2', X'0CBDD4C9C42B8C28AB6D379DA6C0BBD5', X'EE29AB5BC187B5A20A0691DA9E45341F', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 7, 7, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:55626', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '5f9b003c21e599d37b99724bb5bbcea16bfdfdc42ceb79ba52dbb2d08993ee6e', 'CN=70b3d59cd00000a2', 1795278177206, 1795278177206, 1795278179706);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a1feeb-03b6-7466-9945-46ef39f622b2', 1, 'bs', '70b3d59cd0000001', '402db7bb7a2643f81a22a89752d99b84', '4094f79a3e471ff0d4c7485ff16424584ce97b30724e9f233cb0d1cf93a0c4e1', 1795191777000, 2110638177000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQQC23u3omQ/gaIqiXUtmbhDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1N1oX
DTM2MTExODE2MjI1N1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABN6TKQ4s94fl+5tLrC2D5icvUvfg++MnOCb3
oarVKGG7ugrYYMu6kh9hJlAuBZw5kCM3uHtDQIIdd9vnCRIbD2ejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFELcfyzUPygHtJ9UfRV1Vn/wO9wjMB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0kAMEYCIQCJZvD2uaICo0CrtUKptt0e7HXH
oUPapo6/y1vuT7mO3QIhAIJQj1zq+UhVe/sdH6Yf2HKFKQiRTleom6zzZUmyFLUd
-----END CERTIFICATE-----
', 1795278177206, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a1feeb-03b6-7446-8db8-4c4fd3c071c1', 1, 'bs', '70b3d59cd0000002', '60d4a0c78123d519464111d681c13714', '783a231c784c831a3fdbc386e9bd657b6c918cead2f70fa953cd50a836d8ecea', 1795191777000, 2110638177000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQYNSgx4Ej1RlGQRHWgcE3FDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1N1oX
DTM2MTExODE2MjI1N1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCA823L8G0g0TEHr7gJ8k8kxNtmN5k4/2IQn
fZHXD/As45ZK7bnd4TPn3HkUSNvHv9OhVncwfi/mxrDg2MMYHHKjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFCaXPo15ykIvVgthqFL0AmDYxiz5MB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0gAMEUCIEqUMKqznPIPWUN5iDVRmCwA4TDh
G27FGI+E//5ZQHfdAiEAgFq5qpiO3mUDDAOGvCer2ZK8d1C046PX2qMlGYpQhBs=
-----END CERTIFICATE-----
', 1795278177206, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a1feeb-03b6-7cd2-b368-e60810f5c280', 1, 'ac', '70b3d59cd00000a1', '6445faa3eb3c39da9b8e9496e66659c8', 'c7a42128f1adda6f7d336c8abe9467e28dec95cac6a9153b21f7b994cafe11cf', 1795191777000, 2110638177000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQZEX6o+s8OdqbjpSW5mZZyDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1N1oX
DTM2MTExODE2MjI1N1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABP819pw9GR6GRHk9+quFurLq/8HknuLzEtWg
62uLqmzZb0MDJKPtpFD1aER7Odh0JAZQ+bedQg1o6asNX3lgf/KjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFFLd6ze1RwJio5bFxpPCQpyHAYjkMB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0gAMEUCIB/8SnmZWr8zzrEopSV990/JEXP7
JfAIPzWG6mVFdz5dAiEAnPgBln1tT1cRhvMwiFBgEq/u6wyts5ipo+bT4eeeFrk=
-----END CERTIFICATE-----
', 1795278177206, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a1feeb-03b6-7c4b-8309-3297b5bb9ebd', 1, 'ac', '70b3d59cd00000a2', '7f871a42d40082c97064db7c3cff6aad', '5f9b003c21e599d37b99724bb5bbcea16bfdfdc42ceb79ba52dbb2d08993ee6e', 1795191777000, 2110638177000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQf4caQtQAgslwZNt8PP9qrTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1N1oX
DTM2MTExODE2MjI1N1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABPfC5fNKozbObJxbgbjZ95NLCK/DcR4xLaoJ
84dAAjHYUHMHzbaZODh/NRTiYtz/H6w+pmkCqYLiyEsHLF9HokqjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFB42evucEoTVmwqwwYzOV7cKjeQQMB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0gAMEUCIGKckkqkcHYINWZwkonSK5fSiBrG
fM+oXBMu75XGB83iAiEAoDsTgmq5RB/I9vzEaiOeS2/u+9gixTtpuTp5nnF++NE=
-----END CERTIFICATE-----
', 1795278177206, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a1feeb-0d7a-723f-ba4e-3d99dd2e4a8e', 1, 'bs', '70b3d59cd0000001', '50662776a73ea626853589e2d7c1240f', 'fdaa396cba71a4158cb14d7ec2da82b2c33de1d683f1167fe789f3be9f17ee4b', 1795191779000, 2110638179000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQUGYndqc+piaFNYni18EkDzAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1OVoX
DTM2MTExODE2MjI1OVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEA9vdBq4cA4USmQqyXp8DNel9rPHQkt7Cvp
3I1eBu0jaxx5PzWlCM+L5r3MXhisEqWv/vbOpW/UhZIDDZKsn0+jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFGwclZfEL03CVdABycK+h6jS/mc7MB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0cAMEQCIE5UY5EKUasG9XCLJ2rcvtKoNjll
wqWTjozMam7f4HElAiAMwms1bqQAwTrh4TgEnwX6x6adGJf3Vg3gYPu+V9APeg==
-----END CERTIFICATE-----
', 1795278179706, NULL, '', X'018E96A0E75FB1E1BF416CFA8BAC65B56DA6C983C3EFA951BCCBA3C095A5717159C9B010CF96BF66D6B8933AC71FB8313C99FC87A42BCA8D9AD7C1C7A9A78B27FD24F3B471CEB80F2B77E197E1715FFB6F74A221D51DE2A9C305D4B9DE9FDAA3ADD101B96238EF66003897C90EE04C6181AA9084D623431655E515139D2B151690322D9F53FDA0557AC9B4B4DE2A6EC8B59739955C5B45D14409B137D8B55E8A13D4DE40AB76E46FD78B5B3C8B7609BAEACCDF080BEE97D66CA5EF03AF6F230FAAD457B681C0970DFD8E179AFAA5841B545DB7A8F2F3C264E3174D83570E0B0ABB7A7430013AE40A038E8779A66616498189F13879E702C7B21149C425BA0A7F0E131A1823FA74F2BFBC4C4AC055', 1795882979706);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a1feeb-0d7a-74b0-ac02-fe4c1f008ab8', 1, 'bs', '70b3d59cd0000003', '4fec2dfc3e5ba302ebb1c288faaeb7fd', 'b3182d0b2d1eec713c9cbaa34ca1d6b64c2df9323ee6fe92646a0e4939fa54db', 1795191779000, 2110638179000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQT+wt/D5bowLrscKI+q63/TAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDE4NTMyMmYxMB4XDTI2MTEyMDE2MjI1OVoX
DTM2MTExODE2MjI1OVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEBbzRAy6jR4TbKpCW/k7wfIsS8Rp668M9tX
YGF8Geil0GV0WfQv3OIQdZq6ghJPEPqub+9HMX1A/mUeN9o/rNejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFNmvyPVMcp4XOeDhEpOBXsp5Oe6iMB8GA1UdIwQYMBaAFK+tPbcSdLuygEkX
l3oEv9Uf2xAIMAoGCCqGSM49BAMCA0gAMEUCIB4Js+FnYaNFPoGOTufadqOcYl3w
JmLkwbI1Vw+X019hAiEA/wmkuY/4xQvuX4ODg6nTaLzl30JA2TmbohMDFCWJ9JE=
-----END CERTIFICATE-----
', 1795278179706, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795364577206, 'sent', 'api', 'operator@localhost', 1795278177206, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795278177206, 1795278177206000000, 1, 1795278177706, 1795278177206, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795364579706, 'waits', 'api', 'operator@localhost', 1795278179706, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'01FAFA1C38CEC6E7DA013CAACA9965A4D84E7F1AC5CC6D60C110558A5675DF75CD7170CCCC134183EFDB0F712D', X'01135B94A68254DDB2177726060CC4A7CCBAD6A05E4BEC5773B38BDE43AC1ACB7434C5C160F4069D4D876FF5A1', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'F214AC17', X'D6540FA3', 57601, 1795278177206000000, 1795278177206, 1, 1795278177206, NULL, 0, 1795278177206, 1795278177206, NULL, 0);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'012A72E9E1F7F7CB86E46C26ADF3DBCA158F7D6C8E2B57042F3E64C9CE2310C92DA73B07C2292E3940BB050728', X'01B2426EC4A234F7447D839919975A7F40C6B33F1B46AE10A857D108C69DD8FAE6E55F065348E530C0217DFC54', X'012A11A09D51FA9BA960A66B6B51D860B7371B66CB494532D20D131A5B9332B2D64AEDDD2C9AD4646E77FB9589', 9320, 1, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795278177206, NULL, 0, 1795278177206, 1795278177206, NULL, 0);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'0124B9DC08C84F4C8A52D642AADADB045CA12CA3B926B041E9D93C4C6FE897E9D03D3BBEBF2DE734D4C83FB0F0', X'01C1F541879540D7F9C377B46775776AD712D3A4EC61CD4A6B230B3CC05441FD8E4801192209DB36968BF6D2B2', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'D0682FAB', X'B12002B7', 57603, 1795278179706000000, 1795278179706, 4, NULL, NULL, 0, 1795278179706, 1795278179706, NULL, 0);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (1, 3, 1795278178206000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count") VALUES (3, 0, 1795278179706000000, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a1feeb-03b6-75d7-98f1-e7cf524a5eb0', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795278177206, 1795278177206, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a1feeb-03b6-78ee-8cb4-634c01f88538', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795278177206, 1795278177206, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a1feeb-03b6-7353-8961-b72e4d701103', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795278177206, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a1feeb-03b6-7006-9974-cf3347bd7cc7', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795278177206, 1795278177206, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a1feeb-03b6-7a64-baa8-36f017d12258', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795278177206, 1795278177206, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a1feeb-03b6-715e-a4f0-6257483518ae', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795278177206, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a1feeb-03b6-7242-b914-a9ca3812c814', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795278177206, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a1feeb-03b6-7666-b9c6-ebeae6f83322', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795278177206, 1795278177206, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a1feeb-03b6-71ea-861c-b62bd4836277', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795278177206, 1795278177206, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a1feeb-03b6-72fa-bff4-be4927fa798a', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795278177206, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a1feeb-03b6-7b00-920c-ae8ba99e149a', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795278177206, 1795278177206, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a1feeb-03b6-750c-abd5-9e08df2de1ad', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795278177206, 1795278177706, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a1feeb-0d7a-771c-8da0-e54d22d971aa', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795278179706, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a1feeb-0d7a-7ada-9c4c-45a6b3669521', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795278179706, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a1feeb-0d7a-7740-a4b3-db5b7368c13d', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795278179706, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a1feeb-0d7a-7b06-8f12-7dccf1318de4', 1, 1, 'attach_propagate', 'reconnect', 4, NULL, 3, -2, 'completed', '', 1795278179706, 1795278179706, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (17, '01a1feeb-0d7a-7c16-b455-09e195ada9c8', 1, 2, 'attach_propagate', 'reconnect', 4, NULL, 3, -3, 'completed', '', 1795278179706, 1795278179706, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (18, '01a1feeb-0d7a-7054-849b-5f990b32de38', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795278179706, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (1, '01a1feeb-03b6-72d6-9fd9-f23dbe14ed39', NULL, 'system.started', 'system', 'info', 'service_center', 'be044e21b91c3f2b', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (2, '01a1feeb-03b6-7e1d-97f5-f3acd60c99f1', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278177206, 1795278177206, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (3, '01a1feeb-03b6-76da-8491-6f5137164340', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:58324","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (4, '01a1feeb-03b6-7a88-9397-981a879b19f1', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278177206, 1795278177206, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (5, '01a1feeb-03b6-78b7-86f7-4329538578b9', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:58338","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (6, '01a1feeb-03b6-7d76-8901-f4bee35a5aa5', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795278177206, 1795278177206, 1, 'Application center connected', '', '{"sessionId":"01a1feeb-03b6-7651-9e32-593adc0140e2","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:55620","version":"1.0.0"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (7, '01a1feeb-03b6-77c8-91ae-f4ef94656272', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795278177206, 1795278177206, 1, 'Application center connected', '', '{"sessionId":"01a1feeb-03b6-72aa-a2a7-40f38b3dc467","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:55626","version":"1.0.0"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (8, '01a1feeb-03b6-7330-86c8-f1515aea4916', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278177206, 1795278177206, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (9, '01a1feeb-03b6-7bf8-ad0a-5be86efc390d', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278177206, 1795278177206, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (10, '01a1feeb-03b6-7e3d-a2a7-55624793356d', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a1feeb-03b6-75d7-98f1-e7cf524a5eb0"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (11, '01a1feeb-03b6-742d-9872-76d2a018ad25', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (12, '01a1feeb-03b6-7eec-8658-9bb00f83d98e', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (13, '01a1feeb-03b6-73a3-87c3-ad8949dcdf94', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (14, '01a1feeb-03b6-7957-86a1-7ea2f5d87cfc', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (15, '01a1feeb-03b6-732c-b735-cabe24d7bb4f', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795278177206, 1795278177206, 1, 'Protocol error with an application center', '', '{"sessionId":"01a1feeb-03b6-7651-9e32-593adc0140e2","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (16, '01a1feeb-03b6-7a51-b71f-a7d45113b061', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (17, '01a1feeb-03b6-7ae4-9c4c-b8971897b50d', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (18, '01a1feeb-03b6-7de8-8133-00510438bcb1', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (19, '01a1feeb-03b6-759e-8a48-4fd11776b5a6', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177206, 1795278177206, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795278177206000000","packetCnt":1,"ref":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (20, '01a1feeb-05aa-7bda-8459-352d735f0de3', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795278177206, 1795278177706, 1, 'Endpoint heard for the first time', '', '{}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (21, '01a1feeb-05aa-70db-80d8-1ddbe92f669d', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177706, 1795278177706, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (22, '01a1feeb-05aa-7f8f-ab3b-df79afb9c729', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795278177706, 1795278177706, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (23, '01a1feeb-0d7a-7997-93e6-8a56792c1fe7', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (24, '01a1feeb-0d7a-729a-b287-44b0096e8d7c', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (25, '01a1feeb-0d7a-75d1-8a34-d1c12d51da3b', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Certificate issued', '', '{"certificateId":"01a1feeb-0d7a-723f-ba4e-3d99dd2e4a8e","fingerprint":"fdaa396cba71a4158cb14d7ec2da82b2c33de1d683f1167fe789f3be9f17ee4b","notAfter":"2036-11-18T16:22:59.000Z"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (26, '01a1feeb-0d7a-70d8-932c-0fa0533a0b22', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (27, '01a1feeb-0d7a-7c3e-88ef-05ffa3d46f34', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (28, '01a1feeb-0d7a-782b-917e-eb868282ab2b', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (29, '01a1feeb-0d7a-7e46-b634-50efe1f67cb5', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:58350","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (30, '01a1feeb-0d7a-7df8-88e3-455420729941', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a1feeb-03b6-714a-81fa-7477f25692e5', 'operator@localhost', 1795278179706, 1795278179706, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (31, '01a1feeb-0d7a-750d-92d9-d865ac45f567', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795278179706, 1795278179706, 1, 'Application center disconnected', '', '{"sessionId":"01a1feeb-03b6-72aa-a2a7-40f38b3dc467","reason":"server_stopped"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (32, '01a1feeb-0d7a-7183-8615-4cb083dc146b', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795278179706, 1795278179706, 1, 'Application center disconnected', '', '{"sessionId":"01a1feeb-03b6-7651-9e32-593adc0140e2","reason":"server_stopped"}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (33, '01a1feeb-0d7a-72e9-ac82-c241a49cbb42', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (34, '01a1feeb-0d7a-706d-997b-d758610f4c0c', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (35, '01a1feeb-0d7a-7e5b-ae2a-3f97c72282c8', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data") VALUES (36, '01a1feeb-0d7a-7aa2-9402-b02b2b68888d', NULL, 'system.stopped', 'system', 'info', 'service_center', 'be044e21b91c3f2b', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795278179706, 1795278179706, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}');
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (4, 1, 1, 1, 1, 1795278177206000000, 1795278177206, 1795278177706, X'044DA024', 0, 19, X'950103CF18EA1BFD895FD980CB4029000000000000D09E950202CF18EA1BFD895FD980CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (5, 1, 1, 1, 2, 1795278177706000000, 1795278177706, 1795278178206, X'0452A024', 0, 7, X'950105CF18EA1BFDA72D3E80CB4029000000000000D09E950203CF18EA1BFDA72D3E80CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (6, 1, 1, 1, 3, 1795278178206000000, 1795278178206, 1795278178706, X'04599F24', 0, 3, X'950107CF18EA1BFDC4FAA380CB4029000000000000D09E950204CF18EA1BFDC4FAA380CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795278178706, 1795278179206, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795278179206, 1795278179706, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300);
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a1feeb-03b6-714a-81fa-7477f25692e5');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AUMLciFRIq/kc+PnIGl5KFsxzP0fEXD2Jwq+d0tNQOkJB4OSg5sTo1laFljU69t6YS6aawZ49pABaFpcSg==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', 'be044e21b91c3f2b');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795278177206);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"f214ac17","sign":"d6540fa3","snr":12.5,"rssi":-98}', 1795278177206);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'017A420C05F437D04ED4F07E89281553E1ABADC28BFA9D5052950E9036901668752AFC8353D99F411C01D541BD0586381C7F93B46F450F143D6877415963905A54576A84DB739150DA6F5E93B8792BE12C91AA1D7AC13A415AC58EAB12E12DDF6EF75456991D25B305', 1, '', 0, 1795278179706);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'0138914C78FC442C213029B86CD20924D1619A8D91431B346F167A94091D0B169BBAB4CB31927B5913A45D4F0290C51059CDC08515007DAB194BC86EF49EF45FFB86F07CF0E4EB6A0A3DAC7685B76C0B34AA4C9D9EC9F551A8A0AA80C0C75C7D50CA9CC0E59000342DB33FC08E83161A1B066F03F4D64C4CC0AEEDC713F54B5AFAC3EC7CBC24CF4C48420DDC433592964E70A77BC58261F9', 2, '', 0, 1795278177206);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'0134DF85309D630229142D8007288F5FDBEC1662921440B4227AD6C9B7692DFF1542F38D6C73A4B1BC078CC941EFC0C1C7BDCF2903DB4426C155EB1857CC498D43E328C8C9AA7A2478CBB904EA282E0B5E505F4A23B7D2C193370D51A57EC1EB130ED603534B4D2D8EEE6C4B993A7BBEB6FA26A2048521C61F49D70B286F4EC67B3A31DD8CC972FDDA964F627E87E4650D2005B835FE6854', 2, '', 0, 1795278177206);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'01C5AFEF5DA99F79412432F1E1F5B627A0470C91DD6C89E05067295EC39C71BBEB375B194B8E49CA4630D1C6AAF0DCC135E9D73A561002C7A0973AA5AE7CCE9E735A274E1A6EC1B46BECDB53FA98D3151D52397BA258CA6DF1A8CEA7B1E1D72BD6FB2603D0923988378311C52D9081C691E61DA116F6BB46AD63BB6B71339001CFD7C722C4BA57A261885E78FD5D8CCAB3BE5E901412D8D97081D1CA446C', 1, '', 0, 1795278177206);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'01AE65C2FDC59B6A89D3737C3E2865BF3056E828FCDBF09C941A077B2875FC141D7884960E641D12CA141DB6C8E878ABC9D69A1F4841EF127B39C5A76CFBDB1FEDDCE41CF03DFD20AC2E19E9F36AE3E4E8546871CD0A1D5F9477F546405F39C2DC5C1B6F7BC819B4555FB356BA481D97248BE726260DDC9DE5C36EA23B852E39E0416B3EDA358A04E731CD30BECB0F813C71CAB6F24D6CAF', 2, '', 0, 1795278177206);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at") VALUES (1, '01a1feeb-03b6-73f8-98b9-3edc0784ae0e', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795278177206, 1795278177206);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795278177206, 1795278179706);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795278177206, 1795278179706);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795278179706, 1795278179706);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (1, 1, 'att', 'known', NULL, NULL, 0, NULL, '', 1795278177206);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (1, 2, 'att', 'known', NULL, '01a1feeb-03b6-7666-b9c6-ebeae6f83322', 0, NULL, '', 1795278177206);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a1feeb-03b6-7841-aafe-f16d8b777a40', 0, NULL, '', 1795278177206);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a1feeb-03b6-7666-b9c6-ebeae6f83322', 0, NULL, '', 1795278177206);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (4, 1, 'att', 'known', NULL, NULL, 0, NULL, '', 1795278179706);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (4, 2, 'att', 'known', NULL, NULL, 0, NULL, '', 1795278179706);
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795278179706, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 1, 1, 0, 2, 0, 0, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 1, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 2, 1, 0, 1, 0, 0, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 2, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 3, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 3, 1, 2, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 3, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 3, 1, 2, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 4, 1, 0, 0, 0, 2, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 4, 2, 0, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 4, 1, 0, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 4, 2, 0, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 1, 0, 0, 0, 1, 1, 3, 0, 0, 9.5, -101.0, 0.0, 0, -101.0, -101.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1767225600000, 5, 2, 1, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 5, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795276800000, 5, 2, 1, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 1, 1, 0, 2, 0, 0, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 1, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 2, 1, 0, 1, 0, 0, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 2, 1, 0, 3, 0, 0, 6, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 3, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 3, 1, 2, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 3, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 3, 1, 2, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 4, 1, 0, 0, 0, 2, 2, 6, 0, 0, 22.0, -199.0, 0.0, 0, -101.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 4, 2, 0, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 4, 1, 0, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 4, 2, 0, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 1, 0, 0, 0, 1, 1, 3, 0, 0, 9.5, -101.0, 0.0, 0, -101.0, -101.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 1, 1, 0, 0, 1, 1, 3, 0, 0, 12.5, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1767225600000, 5, 2, 1, 0, 0, 0, 1, 3, 0, 0, 3.0, -98.0, 0.0, 0, -98.0, -98.0, 1767225600123, 1767225600123, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 5, 1, 1, 0, 0, 3, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (86400, 1795219200000, 5, 2, 1, 0, 0, 0, 3, 12, 0, 0, 37.5, -294.0, 0.0, 0, -98.0, -98.0, 1795278177206, 1795278178206, 0, 0, 0, NULL, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a1feeb-03b6-771f-b078-9fbad736be05', 1, 1, 'received', 'operator@localhost', 1795278177206, 1, 1, -5, 1795278177206, 1795278177706, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a1feeb-0d7a-7e04-9bf3-07db9fdbcadc', 1, 1, 'pending', 'operator@localhost', 1795278179706, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a1feeb-05aa-714a-8481-c551fc64c69e', 1, 1, 1795278177706000000, 1795278177706, 2, 12.5, -98.0, 1, 5);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (1, 1, X'46D7992B2CA5EF6EA493297181B816D8', X'626609B5DC6F4B8E912C7940924463F5', '1.0.0', 10, 10, -7, 'disconnected', 1795278177206, 1795278179706);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (2, 2, X'5C4DCDCCEA0F71C8EBB3D3B45F3FF262', X'EE3F45DFB4414FA3AA708F489CB774D8', '1.0.0', 5, 5, -5, 'disconnected', 1795278177206, 1795278179706);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at") VALUES (3, 4, X'5415564511D47405F22F0DA1690BDB2D', X'AFE54563D96C44CD95E1B5FEE79713A3', '1.0.0', 2, 0, -3, 'disconnected', 1795278179706, 1795278179706);
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line") VALUES (1, -7, 7, 15);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795278179706, 1795278180206, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL);
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
CREATE INDEX certificate_end ON certificate (not_after_at);
CREATE INDEX certificate_key ON certificate (key_until) WHERE private_key IS NOT NULL;
PRAGMA user_version = 6;
