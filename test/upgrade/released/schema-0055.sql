CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE organization (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT 'active', external_id TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '{}',
      is_default INTEGER NOT NULL DEFAULT 0, max_endpoints INTEGER, max_base_stations INTEGER,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    , name_key TEXT, deleted_at INTEGER, version INTEGER NOT NULL DEFAULT 1) STRICT;
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
    , deregistered INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, calibration TEXT) STRICT;
CREATE TABLE endpoint_heard (
      endpoint INTEGER PRIMARY KEY REFERENCES endpoint (id), last_packet_cnt INTEGER, last_seen_ns INTEGER,
      last_rssi REAL, last_snr REAL, last_eq_snr REAL, last_profile TEXT, last_mode TEXT, last_station INTEGER,
      message_count INTEGER NOT NULL DEFAULT 0
    , heard_seq INTEGER, inactive_at INTEGER, counters INTEGER NOT NULL DEFAULT 1, failures INTEGER NOT NULL DEFAULT 0, weakest_snr REAL, sole_station INTEGER NOT NULL DEFAULT 0, shared_at INTEGER NOT NULL DEFAULT 0, arrived_ms INTEGER) STRICT;
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
    , announced INTEGER NOT NULL DEFAULT 0, unanswered BLOB) STRICT;
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
    , vm_mac_type INTEGER, vm_crc INTEGER, ac_eui TEXT, session INTEGER NOT NULL DEFAULT 0, last_bs INTEGER NOT NULL DEFAULT 0, done_bs INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE message (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL, endpoint INTEGER NOT NULL, generation INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, rx_time_ns INTEGER NOT NULL, arrived_at INTEGER NOT NULL, stored_at INTEGER NOT NULL,
      user_data BLOB NOT NULL, format INTEGER NOT NULL, flags INTEGER NOT NULL, receptions BLOB NOT NULL,
      skipped INTEGER, -- counters missed before it; null: the counter went backwards
      decode_status TEXT NOT NULL, decode_error TEXT NOT NULL DEFAULT '', decoded TEXT, blueprint TEXT, vm_mac_type INTEGER
    , vm_crc INTEGER, ac_eui TEXT, decoding INTEGER) STRICT;
CREATE TABLE late_reception (
      seq INTEGER PRIMARY KEY, message INTEGER NOT NULL, station INTEGER NOT NULL
    ) STRICT;
CREATE TABLE block (
      first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, min_rx_ns INTEGER NOT NULL, max_rx_ns INTEGER NOT NULL,
      sealed_at INTEGER NOT NULL
    , sealing INTEGER NOT NULL DEFAULT 0) STRICT;
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
    , op_id INTEGER, prev_hash BLOB, hash BLOB, moved_ms INTEGER NOT NULL DEFAULT 0) STRICT;
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
      packet_cnt INTEGER NOT NULL, line INTEGER NOT NULL, org INTEGER, ep_eui TEXT, -- its row of endpoint_operation
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
      seq INTEGER NOT NULL, receptions INTEGER NOT NULL, operations INTEGER NOT NULL DEFAULT 1, unanswered INTEGER NOT NULL DEFAULT 1, stored_at INTEGER, others BLOB, answered BLOB, PRIMARY KEY (session, op_id)
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
CREATE TABLE pending_figures (
      id INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, -- of their block
      part INTEGER NOT NULL, figures BLOB NOT NULL
    ) STRICT;
CREATE TABLE former_endpoint (
      endpoint INTEGER NOT NULL, version INTEGER NOT NULL, eui TEXT NOT NULL, bidi INTEGER NOT NULL,
      key_column TEXT NOT NULL, key BLOB NOT NULL, -- which of its keys, sealed
      sh_addr INTEGER NOT NULL, dual_chan INTEGER NOT NULL, repetition INTEGER NOT NULL, wide_carr_off INTEGER NOT NULL,
      long_blk_dist INTEGER NOT NULL, PRIMARY KEY (endpoint, version)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE manufacturer (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are compared
      code TEXT NOT NULL, description TEXT NOT NULL, website TEXT NOT NULL, contact_email TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE device_model (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      manufacturer INTEGER NOT NULL REFERENCES manufacturer (id), name TEXT NOT NULL, name_key TEXT NOT NULL, code TEXT NOT NULL,
      type_eui TEXT, description TEXT NOT NULL, datasheet_url TEXT NOT NULL, ep_class TEXT NOT NULL,
      uplink_interval_s INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE blueprint (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      device_model INTEGER NOT NULL REFERENCES device_model (id), version TEXT NOT NULL, name TEXT NOT NULL,
      description TEXT NOT NULL, is_default INTEGER NOT NULL,
      type_eui TEXT, -- none when the document has only a placeholder
      spec_type_eui TEXT NOT NULL, uplink_formats TEXT NOT NULL, downlink_formats TEXT NOT NULL, output_names TEXT NOT NULL,
      checksum TEXT NOT NULL, registry_state TEXT NOT NULL DEFAULT '', registry_url TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE blueprint_document (
      blueprint INTEGER PRIMARY KEY REFERENCES blueprint (id) ON DELETE CASCADE, document TEXT NOT NULL -- as received
    ) STRICT;
CREATE TABLE decoded_document (
      id INTEGER PRIMARY KEY, blueprint TEXT NOT NULL, checksum TEXT NOT NULL, version TEXT NOT NULL, type_eui TEXT NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
CREATE TABLE decoding (
      id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES decoded_document (id),
      calibration TEXT NOT NULL -- as the endpoint has it, or empty
    , last_seq INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE shipped_row (
      uuid TEXT PRIMARY KEY, -- of a manufacturer, a device model or a blueprint of the system
      content TEXT NOT NULL, -- JSON, what a release has written: another content was written by somebody else
      default_blueprint TEXT -- of a device model, uuid of its default as a release has left it
    ) STRICT, WITHOUT ROWID;
CREATE TABLE alert (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id), -- null: of the installation
      rule TEXT NOT NULL, category TEXT NOT NULL, severity TEXT NOT NULL,
      status TEXT NOT NULL, -- new, acknowledged, resolved
      source TEXT NOT NULL, -- what it is kept by: type and row id (or text), as 'endpoint 12'
      source_type TEXT NOT NULL, source_id TEXT NOT NULL, source_name TEXT NOT NULL,
      title TEXT NOT NULL, description TEXT NOT NULL,
      first_seen_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, count INTEGER NOT NULL,
      opening INTEGER NOT NULL, -- how often it was opened: what is told of it is told once per opening
      opened_at INTEGER NOT NULL, -- the newest time
      step INTEGER NOT NULL, -- of the severities of its rule
      told INTEGER NOT NULL DEFAULT 0, -- the step of this opening that was handed over to be told, from 1; 0: none
      acknowledged_at INTEGER, acknowledged_by TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
      resolved_at INTEGER, resolution TEXT NOT NULL DEFAULT '', -- cleared, source_deleted, manual, rule_disabled
      event TEXT, -- uuid of the newest
      inhibited_by TEXT NOT NULL DEFAULT '', -- rule
      silenced_until INTEGER, flapping INTEGER NOT NULL DEFAULT 0,
      data TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
CREATE TABLE alert_condition (
      rule TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, -- JSON
      PRIMARY KEY (rule, source)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE alert_silence (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      rule TEXT NOT NULL DEFAULT '', -- none: every one
      source_id TEXT NOT NULL DEFAULT '', tag_key TEXT NOT NULL DEFAULT '', tag_value TEXT NOT NULL DEFAULT '',
      until_at INTEGER NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL DEFAULT ''
    ) STRICT;
CREATE TABLE notification_channel (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, enabled INTEGER NOT NULL) STRICT;
CREATE TABLE notification_message (
      id INTEGER PRIMARY KEY, channel INTEGER NOT NULL REFERENCES notification_channel (id),
      rule TEXT NOT NULL, message_id TEXT NOT NULL UNIQUE, made_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE notification (
      id INTEGER PRIMARY KEY,
      channel INTEGER NOT NULL REFERENCES notification_channel (id),
      alert INTEGER NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
      opening INTEGER NOT NULL,
      change TEXT NOT NULL, -- opened, raised, flapping, resolved
      severity TEXT NOT NULL, rule TEXT NOT NULL, at INTEGER NOT NULL,
      message INTEGER REFERENCES notification_message (id), -- on its way in it
      sent_at INTEGER, -- null: not yet
      again_at INTEGER, -- while the alert is open and nobody has acknowledged it
      repeats INTEGER NOT NULL DEFAULT 0,
      failed_ms INTEGER NOT NULL DEFAULT 0, -- for so long it could not be sent
      UNIQUE (channel, alert, opening, change, severity)
    ) STRICT;
CREATE TABLE activity (
      id INTEGER PRIMARY KEY, grain INTEGER NOT NULL, -- as in rollup
      start_at INTEGER NOT NULL, place INTEGER NOT NULL, -- an organization, or endpoints of it that are neighbours
      cells BLOB NOT NULL
    ) STRICT;
CREATE TABLE activity_round (
      last_id INTEGER NOT NULL, up_to INTEGER NOT NULL, place INTEGER NOT NULL, id INTEGER NOT NULL -- up to here, rows by place and id
    ) STRICT;
CREATE TABLE decode_failure (
      org INTEGER NOT NULL, start_at INTEGER NOT NULL, messages INTEGER NOT NULL, PRIMARY KEY (org, start_at)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE activity_from (seq INTEGER NOT NULL) STRICT;
CREATE TABLE value_key (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, org INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE value_day (
      id INTEGER PRIMARY KEY, -- the day, counted from 1970 on, times 2^32, and the endpoint: rows of a day are neighbours
      data BLOB NOT NULL
    ) STRICT;
CREATE TABLE value_again (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE value_state (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      seq INTEGER NOT NULL DEFAULT 0, -- messages up to this place of the log are in it
      up_to INTEGER NOT NULL DEFAULT 0, -- and those up to this one are on their way into it, endpoint by endpoint; 0: none
      endpoint INTEGER NOT NULL DEFAULT 0, -- endpoints before it are done
      at_seq INTEGER NOT NULL DEFAULT 0, -- of this one, messages up to there
      begun_at INTEGER NOT NULL DEFAULT 0, -- when the last messages were taken up
      version INTEGER NOT NULL DEFAULT 0, -- another one when something was added, or decoded again
      gone_day INTEGER NOT NULL DEFAULT -1, -- days up to this one may have messages that are gone: they are not made anew
      condensed INTEGER NOT NULL DEFAULT 0 -- rows before this one have no hours
    ) STRICT;
CREATE TABLE traffic_hour (
      org INTEGER NOT NULL REFERENCES organization (id), hour INTEGER NOT NULL,
      counts TEXT NOT NULL, -- JSON [[week, messages], ...], the newest first
      PRIMARY KEY (org, hour)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE api_key (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, key_type TEXT NOT NULL, -- user, service_account
      user_id TEXT, user_email TEXT, -- whose key it is; of a service account none
      prefix TEXT NOT NULL UNIQUE, -- what stands before the first underscore
      hash BLOB NOT NULL CHECK (length(hash) = 32), -- SHA-256 of the whole key
      scopes TEXT NOT NULL, -- JSON
      expires_at INTEGER, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      last_used_at INTEGER, last_used_address TEXT NOT NULL DEFAULT ''
    ) STRICT;
CREATE TABLE integration (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was said to one that is gone is not said to another
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', kind TEXT NOT NULL, -- mqtt, http, influx, nats
      enabled INTEGER NOT NULL, -- 0, 1
      event_types TEXT NOT NULL DEFAULT '[]', ep_euis TEXT NOT NULL DEFAULT '[]', device_models TEXT NOT NULL DEFAULT '[]', -- JSON
      ep_tags TEXT NOT NULL DEFAULT '{}', -- JSON
      include_subpackets INTEGER NOT NULL DEFAULT 0, max_per_second INTEGER NOT NULL DEFAULT 0,
      settings TEXT NOT NULL, -- JSON, of the kind, without secrets
      secrets BLOB, -- sealed JSON; null: none
      revision INTEGER NOT NULL, -- another one with every change but that of its description
      ended TEXT NOT NULL DEFAULT '', -- why it was disabled by its target
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE integration_progress (
      integration INTEGER PRIMARY KEY REFERENCES integration (id) ON DELETE CASCADE,
      log_cursor INTEGER NOT NULL, event_cursor INTEGER NOT NULL, -- everything up to there is acknowledged, parked, or not for it
      delivered INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0,
      last_success_at INTEGER, last_error TEXT NOT NULL DEFAULT '', last_error_at INTEGER
    ) STRICT;
CREATE TABLE integration_parked (
      integration INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
      stream TEXT NOT NULL, place INTEGER NOT NULL, -- log, events
      reason TEXT NOT NULL, parked_at INTEGER NOT NULL,
      PRIMARY KEY (integration, stream, place)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE integration_replay (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE,
      integration INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
      event_types TEXT NOT NULL DEFAULT '[]', -- JSON; empty: those of the integration
      log_cursor INTEGER NOT NULL, log_end INTEGER NOT NULL, event_cursor INTEGER NOT NULL, event_end INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE integration_notice (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organization (id),
      event TEXT NOT NULL, -- attach, detach, downlink_queued, downlink_rejected, downlink_result, basestation_…, alert
      integration INTEGER, -- an answer to this one alone; null: for all that want it
      endpoint INTEGER, station INTEGER, -- row ids
      at INTEGER NOT NULL, -- when it happened, milliseconds
      content TEXT NOT NULL, -- JSON: the keys of the event
      stored_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE pending_activity (
      id INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, -- of their block
      section INTEGER NOT NULL, -- its first place: that of an organization, or several of its endpoints
      start_at INTEGER NOT NULL, cells BLOB NOT NULL -- place by place
    ) STRICT;
CREATE TABLE user (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was one's is never another's
      uuid TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, -- in lower case
      first_name TEXT NOT NULL, last_name TEXT NOT NULL, company_name TEXT NOT NULL, note TEXT NOT NULL,
      words TEXT NOT NULL, -- e-mail and names, as a search compares them
      is_admin INTEGER NOT NULL, is_active INTEGER NOT NULL, -- 0, 1
      password TEXT, -- argon2id in PHC form; null: none
      password_change_required INTEGER NOT NULL,
      provider TEXT NOT NULL DEFAULT '', -- oidc, oauth2; empty: none
      last_login_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    , version INTEGER NOT NULL DEFAULT 1, default_org INTEGER) STRICT;
CREATE TABLE membership (
      org INTEGER NOT NULL REFERENCES organization (id), user INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      role TEXT NOT NULL, -- owner, admin, operator, viewer
      manage_endpoints INTEGER NOT NULL, manage_base_stations INTEGER NOT NULL,
      status TEXT NOT NULL, -- active, inactive
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (org, user)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE sign_in (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, -- what access tokens call sid
      user INTEGER NOT NULL, user_id TEXT NOT NULL, -- row id and uuid
      began_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, -- however often it is used
      expires_at INTEGER NOT NULL, -- unless it is used before
      ended_at INTEGER, ended_by TEXT -- logout, password, inactive, deleted, reuse, expired
    ) STRICT;
CREATE TABLE refresh_token (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the whole token
      sign_in INTEGER NOT NULL REFERENCES sign_in (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      used_at INTEGER, successor BLOB -- sealed: what whoever asks again soon after its use is given again
    ) STRICT, WITHOUT ROWID;
CREATE TABLE known_network (
      user INTEGER NOT NULL, network TEXT NOT NULL, seen_at INTEGER NOT NULL,
      PRIMARY KEY (user, network)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE token_secret (
      id INTEGER PRIMARY KEY AUTOINCREMENT, kid TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, secret BLOB NOT NULL -- sealed
    ) STRICT;
CREATE TABLE audit_chain (
      org INTEGER PRIMARY KEY, organization TEXT NOT NULL, unlinked INTEGER NOT NULL, removed BLOB NOT NULL, head BLOB NOT NULL
    ) STRICT;
CREATE TABLE audit_break (
      org INTEGER NOT NULL, after_hash BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (org, after_hash)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE second_factor (
      user INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      secret BLOB NOT NULL, -- sealed
      enrolled_at INTEGER NOT NULL, confirmed_at INTEGER, -- null: not in force yet
      last_step INTEGER NOT NULL -- of time: codes up to it are used
    ) STRICT;
CREATE TABLE recovery_code (
      user INTEGER NOT NULL REFERENCES second_factor (user) ON DELETE CASCADE, hash BLOB NOT NULL CHECK (length(hash) = 32), -- SHA-256
      PRIMARY KEY (user, hash)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE device (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are searched
      interval_unit TEXT, interval_value INTEGER, -- as it was given
      version INTEGER NOT NULL, -- grows with each change of what is shown of it
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE physical_device (
      device INTEGER PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      endpoint INTEGER UNIQUE REFERENCES endpoint (id),
      connection TEXT, client_device_id TEXT,
      configuration TEXT NOT NULL, -- JSON: of an endpoint, what it has no field for
      given TEXT NOT NULL, -- JSON: names of the fields of the endpoint that were given
      secrets BLOB, -- sealed JSON: what configuration has as ***
      created_by_api INTEGER NOT NULL, -- 1: the endpoint was registered with it
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      CHECK ((endpoint IS NULL) = (connection IS NOT NULL)), CHECK ((connection IS NULL) = (client_device_id IS NULL))
    ) STRICT;
CREATE TABLE device_sensor (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      template TEXT NOT NULL, -- uuid; those of the system are no rows
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      UNIQUE (device, template)
    ) STRICT;
CREATE TABLE sensor_mapping (
      sensor INTEGER PRIMARY KEY REFERENCES device_sensor (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE, source_path TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE device_image (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      media INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
      is_cover INTEGER NOT NULL, position INTEGER NOT NULL, -- 0, 1
      PRIMARY KEY (device, media)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE sensor_template (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are ordered
      description TEXT NOT NULL, kind TEXT NOT NULL, unit TEXT NOT NULL, value_type TEXT NOT NULL, default_key TEXT NOT NULL,
      min REAL, max REAL, decimals INTEGER,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE media (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      filename TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL, -- bytes
      unused_since INTEGER, -- as the daily look has found it; null: something refers to it
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE media_content (
      media INTEGER PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE, content BLOB NOT NULL
    ) STRICT;
CREATE TABLE dashboard (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL, is_default INTEGER NOT NULL, columns INTEGER NOT NULL,
      version INTEGER NOT NULL, -- another one after every change of it or of a widget
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE widget (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, dashboard INTEGER NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
      kind TEXT NOT NULL, title TEXT NOT NULL,
      x INTEGER NOT NULL, y INTEGER NOT NULL, w INTEGER NOT NULL, h INTEGER NOT NULL, -- in columns and rows
      query TEXT, settings TEXT NOT NULL, -- JSON
      version INTEGER NOT NULL
    ) STRICT;
CREATE TABLE rule (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was done for one that is gone was not done for another
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
      enabled INTEGER NOT NULL, -- 0, 1
      definition TEXT NOT NULL, -- JSON: trigger, condition, actions
      cooldown_s INTEGER NOT NULL,
      version INTEGER NOT NULL, -- raised by each change
      log_from INTEGER NOT NULL, event_from INTEGER NOT NULL, -- what stands there or before is not looked at
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE rule_activity (
      rule INTEGER PRIMARY KEY REFERENCES rule (id) ON DELETE CASCADE,
      last_triggered_at INTEGER NOT NULL, last_error TEXT NOT NULL DEFAULT ''
    ) STRICT;
CREATE TABLE rule_state (
      endpoint INTEGER NOT NULL, -- row id; 0: of events that are about no endpoint
      rule INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
      since INTEGER, -- when what makes the condition true was received; null: it does not hold
      fired INTEGER NOT NULL, -- 0, 1: for as long as it holds now
      fired_at INTEGER, -- the last time
      value TEXT, -- JSON: what made it true, or what the next one is compared with
      commands_from INTEGER, commands INTEGER NOT NULL, -- how many in the hour that began then
      due_at INTEGER, -- when to look at it again
      PRIMARY KEY (endpoint, rule)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE rule_execution (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL,
      rule INTEGER NOT NULL, version INTEGER NOT NULL, -- which may be gone
      endpoint INTEGER NOT NULL, ep_eui TEXT NOT NULL, device TEXT NOT NULL, -- uuid, or empty
      fired_at INTEGER NOT NULL, stored_at INTEGER NOT NULL,
      found TEXT NOT NULL, -- JSON: the values
      actions TEXT NOT NULL -- JSON: kind, ok, error of each
    ) STRICT;
CREATE TABLE rule_progress (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      log_cursor INTEGER NOT NULL, event_cursor INTEGER NOT NULL, -- everything up to there has been looked at
      revision INTEGER NOT NULL, -- raised when rules are other ones
      devices INTEGER NOT NULL DEFAULT 0 -- raised when endpoints, or devices that they are, are other ones
    ) STRICT;
CREATE TABLE once (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL, caller TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
      kept_at INTEGER NOT NULL,
      up_to INTEGER NOT NULL, -- bytes of all that was kept for the caller, up to this row
      result TEXT NOT NULL, -- JSON
      secret BLOB, -- sealed: what the first call was answered beside it
      UNIQUE (org, caller, key)
    ) STRICT;
CREATE TABLE external_identity (
      issuer TEXT NOT NULL, subject TEXT NOT NULL, -- who says it, and how he calls the user
      user INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      linked_at INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE identity_provider (
      issuer TEXT NOT NULL PRIMARY KEY,
      metadata TEXT NOT NULL, metadata_at INTEGER NOT NULL,
      keys TEXT, keys_at INTEGER -- what it signs with
    ) STRICT, WITHOUT ROWID;
CREATE TABLE listened (
      id INTEGER PRIMARY KEY,
      after_seq INTEGER NOT NULL, -- it holds for messages behind this place
      offset_ms INTEGER NOT NULL, -- time of day less time listened
      from_ms INTEGER NOT NULL, upto_ms INTEGER NOT NULL -- time listened
    ) STRICT;
INSERT INTO "activity" ("id", "grain", "start_at", "place", "cells") VALUES (1, 1, 1795480401679, 1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "activity_from" ("seq") VALUES (1);
INSERT INTO "activity_round" ("last_id", "up_to", "place", "id") VALUES (1, 1, 1, 1);
INSERT INTO "alert" ("id", "uuid", "org", "rule", "category", "severity", "status", "source", "source_type", "source_id", "source_name", "title", "description", "first_seen_at", "last_seen_at", "count", "opening", "opened_at", "step", "told", "acknowledged_at", "acknowledged_by", "note", "resolved_at", "resolution", "event", "inhibited_by", "silenced_until", "flapping", "data") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'warning', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1795480401679, 1795480401679, 1, 1, 1795480401679, 1, 0, NULL, '', '', NULL, '', NULL, '', NULL, 0, '{}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 1', '{"source":{"type":"base_station","id":1,"org":1},"level":1,"since":[1795480400286],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 2', '{"source":{"type":"base_station","id":2,"org":1},"level":1,"since":[1795480400286],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 4', '{"source":{"type":"base_station","id":4,"org":1},"level":1,"since":[1795480400286],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a1', '{"source":{"type":"application_center","id":"70b3d59cd00000a1","org":1},"level":1,"since":[1795480400286],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a2', '{"source":{"type":"application_center","id":"70b3d59cd00000a2","org":1},"level":1,"since":[1795480400286],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_silence" ("id", "uuid", "org", "rule", "source_id", "tag_key", "tag_value", "until_at", "reason", "created_at", "created_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '', '', '', '', 1795480401679, 'filled', 1795480401679, '');
INSERT INTO "api_key" ("id", "uuid", "org", "name", "key_type", "user_id", "user_email", "prefix", "hash", "scopes", "expires_at", "created_at", "created_by", "last_used_at", "last_used_address") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 'filled', X'0707070707070707070707070707070707070707070707070707070707070707', '[]', NULL, 1795480401679, 'filled', NULL, '');
INSERT INTO "audit_break" ("org", "after_hash", "at") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707', 1);
INSERT INTO "audit_chain" ("org", "organization", "unlinked", "removed", "head") VALUES (1, '01a20af8-a7da-75a2-aaee-0f77404e796c', 0, X'0000000000000000000000000000000000000000000000000000000000000000', X'8DA4472C7B755EBC5817DA01C26FD190F5D6EC859048A1022728C8AE3B5FCFB2');
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:34126', 0, 1795480397786, 1795480400286, 'server_stopped', 1795480400286, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'b4e8317930cd975e2d7334b472ea89437fa3ff540fc035f3097bd2f3253fd7e0', 2110840397000, '[]', '[]', '{}', 1795480397786, 1795480397786, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:34134', 0, 1795480397786, 1795480400286, 'server_stopped', 1795480399786, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'acae623d402eda425d16464d10a14400ca0e1bebd035c89b551f151058c4e96f', 2110840397000, '[]', '[]', '{}', 1795480397786, 1795480397786, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795480400286, 1795480400286, 1795480400286);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:34136', 0, 1795480400286, 1795480400286, 'server_stopped', 1795480400286, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '4052bc2e3b48b12ac7f9677d5ff7a884cade33e313025e0eb563fb3925f16f3b', 2110840400000, '[]', '[]', '{}', 1795480400286, 1795480400286, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at", "sealing") VALUES (4, 9, 1767225600123456789, 1795480398786000000, 1795480401679, 0);
INSERT INTO "blueprint" ("id", "uuid", "org", "device_model", "version", "name", "description", "is_default", "type_eui", "spec_type_eui", "uplink_formats", "downlink_formats", "output_names", "checksum", "registry_state", "registry_url", "created_at", "updated_at") VALUES (1, '01a20af8-a7da-7e92-af3a-4fff782c124f', 1, 1, '1', 'Meter 1', '', 1, '70b3d56770ff0001', '70b3d56770ff0001', '[0]', '[]', '[]', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '', '', 1795480397786, 1795480397786);
INSERT INTO "blueprint_document" ("blueprint", "document") VALUES (1, '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'ulData', 4, 0, 500);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a20af8-a7da-7270-a01e-2ab5034b7188', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795480397786, 1795480397786, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -6, 7, 1, 1, 1, 1795480399786, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -5, 6, 2, 1, 1, 1795480399286, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -4, 5, 2, 1, 1, 1795480398786, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -3, 4, 2, 1, 1, 1795480398286, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -2, 2, 0, 1, 1, 1795480397786, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -1, 1, 0, 1, 1, 1795480397786, NULL, NULL);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795480397786);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795480397786);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795480397786);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795480400286);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795480397786);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a20af8-a7da-7aa1-bc47-b08648a18847', 1, '70b3d59cd00000a1', X'2C1FA3D2FB651C8B5D650DB8080CA8D6', X'68F46533EDC93EF00E9D05143655B6BA', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 7, 7, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:47562', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'e712fd7935a83b78d96f1d93bcdaf92d8aa73ef7db31c59cb0b6a4841de418c6', 'CN=70b3d59cd00000a1', 1795480397786, 1795480400286, 1795480400286);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a20af8-a7da-7dfb-a92f-c7fca667cc98', 1, '70b3d59cd00000a2', X'467A4292C732A3B0458119E0721C5A70', X'00DB394CAA6A0BA171B1EADCE19E92F6', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 7, 7, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:47570', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'd9fbf713d86c67b448ff0356d78a589d70b953b80d60605b7cab8bc936baed5a', 'CN=70b3d59cd00000a2', 1795480397786, 1795480397786, 1795480400286);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a20af8-a7da-7fe2-847b-cbdf2ec0a92e', 1, 'bs', '70b3d59cd0000001', '744e943dfcecd24d500fc9c541ba7662', 'b4e8317930cd975e2d7334b472ea89437fa3ff540fc035f3097bd2f3253fd7e0', 1795393997000, 2110840397000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQdE6UPfzs0k1QD8nFQbp2YjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMxN1oX
DTM2MTEyMTAwMzMxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABAyv56i9O+vNlt9u3ful0VsD3rfwfjMhz1TB
ByNEpAeL7byCuCrie3XGuvBiUnoFla5BzH3gtVQQAihlHGOY14KjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFFrN6lObPD2dbSWgHB80f0CJWz16MB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0gAMEUCIQD/iRAYX1srm4jeRAWh9PQiGItl
85LjvrnW4HC/pZw/8wIgJ357cuhDHqgRAVVhEnNdfUO2lPYDsYYD0VHstKBNaKw=
-----END CERTIFICATE-----
', 1795480397786, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a20af8-a7da-7c46-bd32-8082a3786732', 1, 'bs', '70b3d59cd0000002', '6eb448595ee1e25bdd8e917fb75fe08b', 'acae623d402eda425d16464d10a14400ca0e1bebd035c89b551f151058c4e96f', 1795393997000, 2110840397000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQbrRIWV7h4lvdjpF/t1/gizAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMxN1oX
DTM2MTEyMTAwMzMxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCp+BsYGLxqvT50O3nIGzY3eAG5Dbdv6frOA
7HSyzu3U+4ZkgTPdr7zKbffrWCwbweolM1jSsDWCrbxPiCuLfECjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFKmThc+ps2ZmEyPk7xB/kMkdwNCDMB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0gAMEUCIQDijILnZGKG6aAR/bc219bXyc+3
wxEs3tsrBAgD4M5PBQIgQoKfya3rm6UgJmklaqlePA6jpSSMXZQU0rfFSHDW4Ws=
-----END CERTIFICATE-----
', 1795480397786, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a20af8-a7da-7019-a3d7-80fa43256499', 1, 'ac', '70b3d59cd00000a1', '65d88a7878fd723ad897933d434bad9d', 'e712fd7935a83b78d96f1d93bcdaf92d8aa73ef7db31c59cb0b6a4841de418c6', 1795393997000, 2110840397000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQZdiKeHj9cjrYl5M9Q0utnTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMxN1oX
DTM2MTEyMTAwMzMxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNS87E9LAPBu+vOfct7vcqEZvcHlexqDIkaK
E56KyinkqyDgj3+pLlq4oY0ve4Po7Wp6pbJTb6tqaxuQwO/7Mv+jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFJFlqmcRy5vvosnLxQZ4JMgn5G73MB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0gAMEUCIQCQUw+irl+V3SS2ZwYQYdqah2U8
iIlDA41owjvWjrXbEwIgEW7vCK6kiP1oGrVgAvKoADSbv8doNwqUBmyuBIomL2Q=
-----END CERTIFICATE-----
', 1795480397786, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a20af8-a7da-7d60-9364-28523c235df0', 1, 'ac', '70b3d59cd00000a2', '65f446eb6620ecb5a9cb011fa0a99ecc', 'd9fbf713d86c67b448ff0356d78a589d70b953b80d60605b7cab8bc936baed5a', 1795393997000, 2110840397000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQZfRG62Yg7LWpywEfoKmezDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMxN1oX
DTM2MTEyMTAwMzMxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEPHuc3WpVVb2XmRr6k1W09NdHTEKxT3Spcl
lQmDFik6XkFsQGMT2Bg5BUzPif2N08GSCv5Hq1bi6WW8GCd+C6qjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFDyztrMl5jfS+vNwe/kIU42LgEIMMB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0kAMEYCIQDO1gkCXI2o2BJfCKW69YC68A2P
fdjdx7qieORn2WnyHgIhAOeoV8GJHPAr5sweHJ2AwFPvMAvu/nglgfe1VD1U1STu
-----END CERTIFICATE-----
', 1795480397786, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a20af8-b19e-7884-ba45-8f59748d687d', 1, 'bs', '70b3d59cd0000001', '79f51e3be705b557acfb0159401aeb32', 'f9dd97ad6786010e2312523acb2a610686aa002b01b1d0c42172b8e6955f62c4', 1795394000000, 2110840400000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQefUeO+cFtVes+wFZQBrrMjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMyMFoX
DTM2MTEyMTAwMzMyMFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABO+VEv3MmtMeRxC/GRqZxTHXjdmYW//vYy0b
ppjJr94BXDkDzV8IQW5Z/WqJ76eVIsh+ZDxGOWTPLAv32VXAW1CjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFPhogEaW7xI47sN+WE6XAq7JC3+qMB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0gAMEUCIH6sNvT6CCxrulUXAFSOM+kgoom2
vem5keyWLbHr9PhGAiEA4rZGxeLeBXeQ2YJ+gOM6E04McuHg6EUtDGA58L7rJWk=
-----END CERTIFICATE-----
', 1795480400286, NULL, '', X'0144975C30335D1258A57114BEE6D48E29FEE366DBDF0C39DBA6B6525617CF93E3C3966422E54E6ACE995A00596ED1BFE4B3E81C4C491FCBAC1617191F454A53DE3775123C2D94116B228401397F42D0FBCF275EBE472B9CC8ACE7F619B81527D789B6A293892CA9706A92EFE6BF1D767BE6C125593462F52D780BEFF1E3A2A950CAE0F5606A2E3C4C9A303EE6D16EAA463398CB38D088F6B29AECF384D4859038AC8A4537402D39415FBA15AC9C3DB87DE1C9B1D469FC606445A4A8E98E0F9375DA37528B6786645F91812CB82A6CC51D1BAFFEC2720D86A61920A989EF4CE5C60ED8A29B305551AF65186040B020D7635D5EB751FA35D751AB7DCE6DD480389AC6CC2506FC589808FB7CFABCED', 1796085200286);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a20af8-b19e-7e48-8831-d01ea63edcc3', 1, 'bs', '70b3d59cd0000003', '6d7a99c17fe51f121000e4ecee154d48', '4052bc2e3b48b12ac7f9677d5ff7a884cade33e313025e0eb563fb3925f16f3b', 1795394000000, 2110840400000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQbXqZwX/lHxIQAOTs7hVNSDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGVmZGEzODNkMB4XDTI2MTEyMzAwMzMyMFoX
DTM2MTEyMTAwMzMyMFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABDzU7e/hA4a50A+cnIIsg8Uh6H3Bfj5+sKWb
08QArI9+tz314bKGxQAorvGov0lgz49cjJTPatjE612phHulKP+jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFJJUb05ymhSMZxWwIEDa14YUMxmnMB8GA1UdIwQYMBaAFBIG1tuSabq8m+N2
DCHMYOhv1WgNMAoGCCqGSM49BAMCA0gAMEUCIBW617CtMXhA53BaHCvNUQDpCnoQ
LwMGLUse/n2ti2LyAiEA2UmGpB/3B9+NW8BAtgBUIuTNCfkMYsZsQOAQWfcIac4=
-----END CERTIFICATE-----
', 1795480400286, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "dashboard" ("id", "uuid", "org", "name", "description", "is_default", "columns", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1795480401679, 1795480401679);
INSERT INTO "decode_failure" ("org", "start_at", "messages") VALUES (1, 1795480401679, 1);
INSERT INTO "decoded_document" ("id", "blueprint", "checksum", "version", "type_eui", "document") VALUES (1, '01a20af8-a7da-7e92-af3a-4fff782c124f', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '1', '70b3d56770ff0001', '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "decoding" ("id", "document", "calibration", "last_seq") VALUES (1, 1, '{"k":1.5}', 0);
INSERT INTO "device" ("id", "uuid", "org", "name", "name_key", "interval_unit", "interval_value", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 1, 1795480401679, 1795480401679);
INSERT INTO "device_image" ("device", "media", "is_cover", "position") VALUES (1, 1, 1, 1);
INSERT INTO "device_model" ("id", "uuid", "org", "manufacturer", "name", "name_key", "code", "type_eui", "description", "datasheet_url", "ep_class", "uplink_interval_s", "created_at", "updated_at") VALUES (1, '01a20af8-a7da-73ff-b973-f159d4738c6d', 1, 1, 'Meter', 'meter', 'meter', NULL, '', '', '', 0, 1795480397786, 1795480397786);
INSERT INTO "device_sensor" ("id", "uuid", "device", "template", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795480401679, 1795480401679);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795566797786, 'sent', 'api', 'operator@localhost', 1795480397786, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795480397786, 1795480397786000000, 1, 1795480398286, 1795480397786, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795566800286, 'waits', 'api', 'operator@localhost', 1795480400286, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'017DEDAFE7EAC5A2A3418A1B8EB834079EBB8F32F21BE5DE152DF2569E5433E12646D5438ED9E426666C36DA1E', X'011FFC930A0D0E2FC8B5B7D74059D42C3C14763BE151159F6304BE04E74083E68673C1B8EC4E372DE532899B9D', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'AA536094', X'DFA1D8C3', 57601, 1795480397786000000, 1795480397786, 1, 1795480397786, NULL, 0, 1795480397786, 1795480397786, NULL, 0, 1, NULL);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'01AA8656D68CBC5C696031230BE81ECB3CC4085AE5B1B58B3AE4282308F036DBA3A40BFBB0387174CA77512FCB', X'01BA437E77D2E1064EA79FA7B9DE8F9DEAF5DE915F317316C21620ADADCECF019DB8409C7DCE2438457AD443AD', X'01C9DC9BFFF167D07FB7DE5D6E2A51CA0AE0C8424040D6565198C241381E03838725ED043F33D57F5A2C22FDAB', 9320, 1, 0, 0, 0, 0, NULL, NULL, '01a20af8-a7da-7e92-af3a-4fff782c124f', 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795480397786, NULL, 0, 1795480397786, 1795480397786, NULL, 0, 2, '{"k":1.5}');
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'01E46ED32CDE9CA09FA6322FF880855F78DE2A52F24EA21C563FBA53636C671EF4858CDE93D6DA0E5F6DA2161B', X'016437CA3D1CB80FC5CA5912E26AF53FD30FB0DB85A60A339E234DE20D2B802AEE3940531573D0E353F267C11B', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'5B924A50', X'A58CC151', 57603, 1795480400286000000, 1795480400286, 4, NULL, NULL, 0, 1795480400286, 1795480400286, NULL, 0, 1, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (1, 3, 1795480398786000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4, 7, NULL, 15, 0, 12.5, 1, 1795480398786, 1795480399786);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (3, 0, 1795480400286000000, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a20af8-a7da-7740-af53-a7bf78ab6bf1', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795480397786, 1795480397786, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a20af8-a7da-7d70-bb85-44f0128daeac', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795480397786, 1795480397786, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a20af8-a7da-71b5-adca-2cfec41e2f53', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795480397786, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a20af8-a7da-792d-be60-70d63aff2e05', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795480397786, 1795480397786, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a20af8-a7da-7a7f-ac2e-01c3770abeb1', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795480397786, 1795480397786, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a20af8-a7da-745a-8ba2-17c0306f73e6', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795480397786, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a20af8-a7da-7a6c-9cc7-35907835d066', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795480397786, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a20af8-a7da-7e33-9b1b-d6cba6707643', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795480397786, 1795480397786, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a20af8-a7da-76cf-95ef-8a5e3de0762e', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795480397786, 1795480397786, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a20af8-a7da-7219-b13a-9ae3574f99d5', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795480397786, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a20af8-a7da-741b-a610-9646d01e9d2d', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795480397786, 1795480397786, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a20af8-a7da-7330-934d-5bd346253e26', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795480397786, 1795480398286, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a20af8-b19e-7493-91d7-2274891d4c15', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795480400286, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a20af8-b19e-758b-a00d-c6456aaf5d11', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795480400286, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a20af8-b19e-70d6-99ae-96595784f98d', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795480400286, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a20af8-b19e-721f-8caf-a1b5aae6bccc', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795480400286, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (1, '01a20af8-a7da-7116-ab4c-d631fdc0beb8', NULL, 'system.started', 'system', 'info', 'service_center', '9a995459cef56980', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (2, '01a20af8-a7da-745c-a205-d35177858e2f', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (3, '01a20af8-a7da-73fe-8a6e-19911ed8db13', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:34126","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (4, '01a20af8-a7da-7d98-b1ef-01503e303121', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (5, '01a20af8-a7da-7b6f-926f-da70f6f92c56', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:34134","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (6, '01a20af8-a7da-7cfc-ad32-dca782514181', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795480397786, 1795480397786, 1, 'Application center connected', '', '{"sessionId":"01a20af8-a7da-7aa1-bc47-b08648a18847","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:47562","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (7, '01a20af8-a7da-7661-bc4d-658cc509a0e7', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795480397786, 1795480397786, 1, 'Application center connected', '', '{"sessionId":"01a20af8-a7da-7dfb-a92f-c7fca667cc98","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:47570","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (8, '01a20af8-a7da-7de7-be21-814ac04857b1', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (9, '01a20af8-a7da-7cf8-ad03-73b838defd56', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (10, '01a20af8-a7da-7636-91d3-7d9a9ed9c402', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a20af8-a7da-7740-af53-a7bf78ab6bf1"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (11, '01a20af8-a7da-771e-a6fb-276ee6a9f866', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (12, '01a20af8-a7da-71f6-81ae-8cc011f46a58', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (13, '01a20af8-a7da-7e08-82d6-bf6b9f75a102', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}', NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'8DA4472C7B755EBC5817DA01C26FD190F5D6EC859048A1022728C8AE3B5FCFB2', 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (14, '01a20af8-a7da-7c07-ad2d-c986a93b4eb9', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (15, '01a20af8-a7da-7fca-bbb0-439aba4a91b7', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795480397786, 1795480397786, 1, 'Protocol error with an application center', '', '{"sessionId":"01a20af8-a7da-7aa1-bc47-b08648a18847","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}', 3, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (16, '01a20af8-a7da-710d-abe1-8a677a808e3b', 1, 'manufacturer.created', 'catalog', 'info', 'user', '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Manufacturer created', '', '{"id":"01a20af8-a7da-74ed-a453-001cb15cb6c6","name":"Maker"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (17, '01a20af8-a7da-799a-ba11-e6608464bff7', 1, 'device_model.created', 'catalog', 'info', 'user', '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Device model created', '', '{"id":"01a20af8-a7da-73ff-b973-f159d4738c6d","name":"Meter"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (18, '01a20af8-a7da-7ac7-93f9-7d1d4ed7257a', 1, 'blueprint.created', 'catalog', 'info', 'user', '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Blueprint created', '', '{"id":"01a20af8-a7da-7e92-af3a-4fff782c124f","name":"Meter 1","version":"1"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (19, '01a20af8-a7da-7eee-8236-23ad372230b6', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["blueprint_id","calibration"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (20, '01a20af8-a7da-7043-befb-25169d10f8d8', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480397786, 1795480397786, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (21, '01a20af8-a7da-7163-aa7b-6f09c5f4b47d', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}', -5, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (22, '01a20af8-a7da-795a-9d8a-7006642322e7', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}', -6, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (23, '01a20af8-a7da-74a2-88d9-f7a69183f365', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480397786, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795480397786000000","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (24, '01a20af8-a9ce-7c71-a368-439302afd6e5', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480397786, 1795480398286, 1, 'Endpoint heard for the first time', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (25, '01a20af8-a9ce-7a52-b16c-2622db53e24c', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480398286, 1795480398286, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (26, '01a20af8-a9ce-7997-bb8b-bca8cc78ab6f', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795480398286, 1795480398286, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (27, '01a20af8-b19e-77d7-91cc-9a45e9c0ae3b', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (28, '01a20af8-b19e-7947-88b3-e152019e6e1b', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}', -7, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (29, '01a20af8-b19e-7856-8f47-f930110bd9fa', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Certificate issued', '', '{"certificateId":"01a20af8-b19e-7884-ba45-8f59748d687d","fingerprint":"f9dd97ad6786010e2312523acb2a610686aa002b01b1d0c42172b8e6955f62c4","notAfter":"2036-11-21T00:33:20.000Z"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (30, '01a20af8-b19e-722c-9983-67c99dba1735', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (31, '01a20af8-b19e-7dec-a96d-b1e754bf0915', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (32, '01a20af8-b19e-7d58-bbd8-8cdcb3e16559', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (33, '01a20af8-b19e-73ee-99bc-a344a1b889dd', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795480400286, 1795480400286, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:34136","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (34, '01a20af8-b19e-7088-b359-2aa564bfabcc', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a20af8-a7da-79dd-b7e3-97ab3cfc820e', 'operator@localhost', 1795480400286, 1795480400286, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (35, '01a20af8-b19e-7041-953f-cf8164315e21', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795480400286, 1795480400286, 1, 'Application center disconnected', '', '{"sessionId":"01a20af8-a7da-7dfb-a92f-c7fca667cc98","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (36, '01a20af8-b19e-7713-8294-3a008b5cee78', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795480400286, 1795480400286, 1, 'Application center disconnected', '', '{"sessionId":"01a20af8-a7da-7aa1-bc47-b08648a18847","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (37, '01a20af8-b19e-7ad3-ac18-0212a8bf4d79', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795480400286, 1795480400286, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (38, '01a20af8-b19e-70ad-8ed0-3d3c805af87d', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795480400286, 1795480400286, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (39, '01a20af8-b19e-7f32-8d39-1dd68775d5a8', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795480400286, 1795480400286, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (40, '01a20af8-b19e-7bc1-81f3-31c014da40cc', NULL, 'system.stopped', 'system', 'info', 'service_center', '9a995459cef56980', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795480400286, 1795480400286, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "external_identity" ("issuer", "subject", "user", "linked_at") VALUES ('filled', 'filled', 1, 1795480401679);
INSERT INTO "former_endpoint" ("endpoint", "version", "eui", "bidi", "key_column", "key", "sh_addr", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist") VALUES (1, 1, 'filled', 1, 'filled', X'01A73E58E78D1D0A770673C589F17B1C6981766853A10C1E1A19B34BCFA92B', 1, 1, 1, 1, 1);
INSERT INTO "identity_provider" ("issuer", "metadata", "metadata_at", "keys", "keys_at") VALUES ('filled', 'filled', 1795480401679, NULL, NULL);
INSERT INTO "integration" ("id", "uuid", "org", "name", "description", "kind", "enabled", "event_types", "ep_euis", "device_models", "ep_tags", "include_subpackets", "max_per_second", "settings", "secrets", "revision", "ended", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 'http', 0, '[]', '[]', '[]', '{}', 0, 0, '{"url":"http://127.0.0.1:9/"}', X'012AE99E5C06727E00D2D985592E380C02FCFAAE8A5B31E2257E9E54518C7F', 1, '', 1795480401679, 1795480401679);
INSERT INTO "integration_notice" ("seq", "org", "event", "integration", "endpoint", "station", "at", "content", "stored_at") VALUES (1, 1, 'filled', NULL, NULL, NULL, 1, '{}', 1795480401679);
INSERT INTO "integration_parked" ("integration", "stream", "place", "reason", "parked_at") VALUES (1, 'filled', 1, 'filled', 1795480401679);
INSERT INTO "integration_progress" ("integration", "log_cursor", "event_cursor", "delivered", "dropped", "last_success_at", "last_error", "last_error_at") VALUES (1, 1, 1, 0, 0, NULL, '', NULL);
INSERT INTO "integration_replay" ("id", "uuid", "integration", "event_types", "log_cursor", "log_end", "event_cursor", "event_end", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '[]', 1, 1, 1, 1, 1795480401679);
INSERT INTO "known_network" ("user", "network", "seen_at") VALUES (1, 'filled', 1795480401679);
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "listened" ("id", "after_seq", "offset_ms", "from_ms", "upto_ms") VALUES (1, 3, 0, 1795480398286, 1795480400286);
INSERT INTO "manufacturer" ("id", "uuid", "org", "name", "name_key", "code", "description", "website", "contact_email", "created_at", "updated_at") VALUES (1, '01a20af8-a7da-74ed-a453-001cb15cb6c6', 1, 'Maker', 'maker', 'maker', '', '', '', 1795480397786, 1795480397786);
INSERT INTO "media" ("id", "uuid", "org", "filename", "content_type", "size", "unused_since", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, NULL, 1795480401679);
INSERT INTO "media_content" ("media", "content") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "membership" ("org", "user", "role", "manage_endpoints", "manage_base_stations", "status", "created_at", "updated_at") VALUES (1, 1, 'filled', 1, 1, 'filled', 1795480401679, 1795480401679);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (4, 1, 1, 1, 1, 1795480397786000000, 1795480397786, 1795480398286, X'044DA024', 0, 19, X'950103CF18EAD3E8AF362A80CB4029000000000000D09E950202CF18EAD3E8AF362A80CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (5, 1, 1, 1, 2, 1795480398286000000, 1795480398286, 1795480398786, X'0452A024', 0, 7, X'950105CF18EAD3E8CD038F80CB4029000000000000D09E950203CF18EAD3E8CD038F80CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (6, 1, 1, 1, 3, 1795480398786000000, 1795480398786, 1795480399286, X'04599F24', 0, 3, X'950107CF18EAD3E8EAD0F480CB4029000000000000D09E950204CF18EAD3E8EAD0F480CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795480399286, 1795480399786, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795480399786, 1795480400286, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300, NULL, NULL);
INSERT INTO "meta" ("key", "value") VALUES ('configuration', '{"data_dir":"pUXPss1hddM2","log.level":"QVmFn3Aeb7r9","log.format":"Q6Gk51q4Ry+f","auth.enabled":"hiPyoTCEDCIB","auth.access_token_s":"6kTno5nQVVdD","auth.refresh_token_s":"7tV/+8azpmbk","auth.refresh_absolute_s":"dil53b03Q9Ui","auth.issuer":"Q6Gk51q4Ry+f","auth.local_login":"0TsOnuCP2WP+","auth.login_notice":"Q6Gk51q4Ry+f","auth.password.min_length":"LE2/2IEXvxtA","auth.password.deny_common":"0TsOnuCP2WP+","auth.totp.required":"hiPyoTCEDCIB","auth.registration.mode":"xT+v1S5YbtY6","auth.registration.domains":"XSS2kUvNjOPW","auth.oidc.enabled":"hiPyoTCEDCIB","auth.oidc.client_id":"Q6Gk51q4Ry+f","auth.oidc.client_secret":"Q6Gk51q4Ry+f","auth.oidc.scopes":"8WFE/DGdskMD","auth.oidc.label":"CBP/KgqhlrGG","auth.oidc.auto_redirect":"hiPyoTCEDCIB","auth.oidc.create_users":"hiPyoTCEDCIB","auth.oidc.domains":"XSS2kUvNjOPW","auth.oidc.link_by_email":"hiPyoTCEDCIB","auth.oidc.trust_email":"hiPyoTCEDCIB","auth.oidc.organization_claim":"Q6Gk51q4Ry+f","auth.oidc.role":"eB3yBHXUNbe9","auth.oidc.ca_file":"Q6Gk51q4Ry+f","auth.oidc.issuer":"Q6Gk51q4Ry+f","auth.oauth2.enabled":"hiPyoTCEDCIB","auth.oauth2.client_id":"Q6Gk51q4Ry+f","auth.oauth2.client_secret":"Q6Gk51q4Ry+f","auth.oauth2.scopes":"8WFE/DGdskMD","auth.oauth2.label":"9yo7aTKnNFVV","auth.oauth2.auto_redirect":"hiPyoTCEDCIB","auth.oauth2.create_users":"hiPyoTCEDCIB","auth.oauth2.domains":"XSS2kUvNjOPW","auth.oauth2.link_by_email":"hiPyoTCEDCIB","auth.oauth2.trust_email":"hiPyoTCEDCIB","auth.oauth2.organization_claim":"Q6Gk51q4Ry+f","auth.oauth2.role":"eB3yBHXUNbe9","auth.oauth2.ca_file":"Q6Gk51q4Ry+f","auth.oauth2.authorize_url":"Q6Gk51q4Ry+f","auth.oauth2.token_url":"Q6Gk51q4Ry+f","auth.oauth2.userinfo_url":"Q6Gk51q4Ry+f","admin.email":"Q6Gk51q4Ry+f","admin.password":"Q6Gk51q4Ry+f","organizations.self_service":"hiPyoTCEDCIB","org_enforcement_enabled":"hiPyoTCEDCIB","service_center.eui":"Q6Gk51q4Ry+f","service_center.name":"dnSHHHr4O6+1","service_center.vendor":"d7FcbeRCNpyv","service_center.model":"b3uT8qjZ+Tka","master_key_file":"nt3BgwrZi2TU","bssci_host":"LCf9X95HvIHz","bssci_port":"3qKyn/M/lmdx","bssci_tls.cert":"Q6Gk51q4Ry+f","bssci_tls.key":"Q6Gk51q4Ry+f","bssci_tls.ca":"Q6Gk51q4Ry+f","bssci_tls.min_version":"udUHTIFGjBOI","bssci_tls.bind_certificate":"0TsOnuCP2WP+","bssci.register_unknown":"hiPyoTCEDCIB","bssci.handshake_s":"GCEDTmVsOxkR","bssci.con_s":"GCEDTmVsOxkR","bssci.con_cmp_s":"GCEDTmVsOxkR","bssci.write_stall_s":"LE2/2IEXvxtA","bssci.ping_s":"LsFK58kvWBWp","bssci.dead_s":"an15MYzRKewL","bssci.ping_answer_s":"GCEDTmVsOxkR","bssci.status_first_s":"LsFK58kvWBWp","bssci.status_s":"mf25MM+YcDb1","bssci.answer_s":"LsFK58kvWBWp","bssci.attach_repeat_s":"wBZdNXnz4anD","bssci.propagate_group":"NhzpJeCOUKft","bssci.propagate_pause_ms":"3qKyn/M/lmdx","bssci.session_retention_s":"7tV/+8azpmbk","bssci.mac_types":"rn0mCn8oqiOf","scaci_host":"LCf9X95HvIHz","scaci_port":"3qKyn/M/lmdx","scaci_tls.cert":"Q6Gk51q4Ry+f","scaci_tls.key":"Q6Gk51q4Ry+f","scaci_tls.ca":"Q6Gk51q4Ry+f","scaci_tls.min_version":"GPtKL//pqEe4","scaci_tls.bind_certificate":"0TsOnuCP2WP+","scaci_tls.ciphers":"51dp1Wo/sYJo","scaci.enabled":"0TsOnuCP2WP+","scaci.establish_s":"GCEDTmVsOxkR","scaci.write_stall_s":"LE2/2IEXvxtA","scaci.ping_s":"mf25MM+YcDb1","scaci.ping_answer_s":"LE2/2IEXvxtA","scaci.max_pending":"8FzyQSGMNzBJ","scaci.held_operations":"an15MYzRKewL","scaci.session_retention_s":"dil53b03Q9Ui","scaci.ul_data_tx":"0TsOnuCP2WP+","scaci.only_registered":"hiPyoTCEDCIB","gateway_host":"LCf9X95HvIHz","gateway_port":"3qKyn/M/lmdx","gateway_tls.enabled":"fRhWOTpvDBiZ","gateway_tls.cert":"Q6Gk51q4Ry+f","gateway_tls.key":"Q6Gk51q4Ry+f","gateway.allowed_hosts":"XSS2kUvNjOPW","gateway.base_url":"Q6Gk51q4Ry+f","gateway.trusted_proxies":"XSS2kUvNjOPW","gateway.cors_origins":"XSS2kUvNjOPW","rest.strict_connections":"hiPyoTCEDCIB","core_host":"LCf9X95HvIHz","core_port":"3qKyn/M/lmdx","core.allow_remote":"hiPyoTCEDCIB","core.peer_secret":"Q6Gk51q4Ry+f","health.host":"LCf9X95HvIHz","health.core_port":"3qKyn/M/lmdx","health.gateway_port":"3qKyn/M/lmdx","store.path":"duCzs9WMEczA","store.synchronous":"rg6Ce7BbGpWz","store.engine":"fRhWOTpvDBiZ","store.low_free_mb":"Q6Gk51q4Ry+f","store.min_free_mb":"Q6Gk51q4Ry+f","backup.dir":"oRFquf8hO8QE","backup.keep":"15Amci10GRqh","retention.messages_days":"1WLqLliE7Ngh","retention.events_days":"GCEDTmVsOxkR","retention.audit_days":"ULb6NXziza/o","retention.alerts_days":"0u+vn2DbhPZ0","retention.value_hours_days":"1WLqLliE7Ngh","retention.figures_days":"N9Eb6wuJab4z","retention.max_database_mb":"Q6Gk51q4Ry+f","alerts.basestation_offline.enabled":"0TsOnuCP2WP+","alerts.basestation_offline.hold_s":"wBZdNXnz4anD","alerts.basestation_offline.clear_s":"3qKyn/M/lmdx","alerts.basestation_flapping.enabled":"0TsOnuCP2WP+","alerts.basestation_flapping.limit":"BZ1vXejhldWK","alerts.basestation_flapping.clear_limit":"Axzcabxz424R","alerts.basestation_flapping.window_s":"pUGHX+f5ufkw","alerts.basestation_flapping.clear_s":"pUGHX+f5ufkw","alerts.basestation_refused.enabled":"0TsOnuCP2WP+","alerts.basestation_refused.limit":"WO6DHQI2OLOA","alerts.basestation_refused.clear_limit":"f/DMEumIUx8i","alerts.basestation_refused.window_s":"Tywjg6rwRsOE","alerts.basestation_refused.clear_s":"pUGHX+f5ufkw","alerts.basestation_status.enabled":"0TsOnuCP2WP+","alerts.basestation_status.hold_s":"3qKyn/M/lmdx","alerts.basestation_status.clear_s":"3qKyn/M/lmdx","alerts.basestation_load.enabled":"0TsOnuCP2WP+","alerts.basestation_load.limit":"2ncNic/US88l","alerts.basestation_load.clear_limit":"Q6Gk51q4Ry+f","alerts.basestation_load.hold_s":"Tywjg6rwRsOE","alerts.basestation_load.clear_s":"wBZdNXnz4anD","alerts.basestation_temperature.enabled":"0TsOnuCP2WP+","alerts.basestation_temperature.limit":"1XfPr2QFMtgK","alerts.basestation_temperature.clear_limit":"Q6Gk51q4Ry+f","alerts.basestation_temperature.hold_s":"3qKyn/M/lmdx","alerts.basestation_temperature.clear_s":"wBZdNXnz4anD","alerts.basestation_duty_cycle.enabled":"0TsOnuCP2WP+","alerts.basestation_duty_cycle.limit":"Bhb8bgEVPnF2","alerts.basestation_duty_cycle.clear_limit":"Q6Gk51q4Ry+f","alerts.basestation_duty_cycle.hold_s":"3qKyn/M/lmdx","alerts.basestation_duty_cycle.clear_s":"Tywjg6rwRsOE","alerts.basestation_clock.enabled":"0TsOnuCP2WP+","alerts.basestation_clock.limit":"f/DMEumIUx8i","alerts.basestation_clock.clear_limit":"Q6Gk51q4Ry+f","alerts.basestation_clock.hold_s":"3qKyn/M/lmdx","alerts.basestation_clock.clear_s":"wBZdNXnz4anD","alerts.endpoint_silent.enabled":"0TsOnuCP2WP+","alerts.endpoint_silent.limit":"MNfyNxNSLUk2","alerts.endpoint_silent.hold_s":"3qKyn/M/lmdx","alerts.endpoint_silent.clear_s":"3qKyn/M/lmdx","alerts.endpoint_inactive.enabled":"hiPyoTCEDCIB","alerts.endpoint_inactive.hold_s":"3qKyn/M/lmdx","alerts.endpoint_inactive.clear_s":"3qKyn/M/lmdx","alerts.endpoint_attach_failing.enabled":"0TsOnuCP2WP+","alerts.endpoint_attach_failing.limit":"WO6DHQI2OLOA","alerts.endpoint_attach_failing.window_s":"pUGHX+f5ufkw","alerts.endpoint_attach_failing.clear_s":"3qKyn/M/lmdx","alerts.endpoint_loss.enabled":"hiPyoTCEDCIB","alerts.endpoint_loss.limit":"J9YkXcyamKVG","alerts.endpoint_loss.clear_limit":"Q6Gk51q4Ry+f","alerts.endpoint_loss.hold_s":"3qKyn/M/lmdx","alerts.endpoint_loss.clear_s":"3qKyn/M/lmdx","alerts.endpoint_unknown.enabled":"0TsOnuCP2WP+","alerts.endpoint_unknown.limit":"WO6DHQI2OLOA","alerts.endpoint_unknown.clear_limit":"f/DMEumIUx8i","alerts.endpoint_unknown.window_s":"7tV/+8azpmbk","alerts.endpoint_unknown.clear_s":"7tV/+8azpmbk","alerts.decode_failing.enabled":"0TsOnuCP2WP+","alerts.decode_failing.limit":"BZ1vXejhldWK","alerts.decode_failing.clear_limit":"Q6Gk51q4Ry+f","alerts.decode_failing.hold_s":"3qKyn/M/lmdx","alerts.decode_failing.clear_s":"3qKyn/M/lmdx","alerts.downlink_failing.enabled":"0TsOnuCP2WP+","alerts.downlink_failing.limit":"WO6DHQI2OLOA","alerts.downlink_failing.clear_limit":"Q6Gk51q4Ry+f","alerts.downlink_failing.hold_s":"3qKyn/M/lmdx","alerts.downlink_failing.clear_s":"3qKyn/M/lmdx","alerts.scaci_disconnected.enabled":"0TsOnuCP2WP+","alerts.scaci_disconnected.hold_s":"Tywjg6rwRsOE","alerts.scaci_disconnected.clear_s":"3qKyn/M/lmdx","alerts.integration_failing.enabled":"0TsOnuCP2WP+","alerts.integration_failing.hold_s":"wBZdNXnz4anD","alerts.integration_failing.clear_s":"mf25MM+YcDb1","alerts.certificate_server.enabled":"0TsOnuCP2WP+","alerts.certificate_server.limit":"JTo2wJrhy8/C","alerts.certificate_server.clear_limit":"Q6Gk51q4Ry+f","alerts.certificate_server.hold_s":"3qKyn/M/lmdx","alerts.certificate_server.clear_s":"3qKyn/M/lmdx","alerts.certificate_ca.enabled":"0TsOnuCP2WP+","alerts.certificate_ca.limit":"v2gq1gETu7CR","alerts.certificate_ca.clear_limit":"Q6Gk51q4Ry+f","alerts.certificate_ca.hold_s":"3qKyn/M/lmdx","alerts.certificate_ca.clear_s":"3qKyn/M/lmdx","alerts.certificate_target.enabled":"0TsOnuCP2WP+","alerts.certificate_target.limit":"JTo2wJrhy8/C","alerts.certificate_target.clear_limit":"Q6Gk51q4Ry+f","alerts.certificate_target.hold_s":"3qKyn/M/lmdx","alerts.certificate_target.clear_s":"3qKyn/M/lmdx","alerts.certificate_basestation.enabled":"0TsOnuCP2WP+","alerts.certificate_basestation.limit":"JTo2wJrhy8/C","alerts.certificate_basestation.clear_limit":"Q6Gk51q4Ry+f","alerts.certificate_basestation.hold_s":"3qKyn/M/lmdx","alerts.certificate_basestation.clear_s":"3qKyn/M/lmdx","alerts.storage.enabled":"0TsOnuCP2WP+","alerts.storage.hold_s":"3qKyn/M/lmdx","alerts.storage.clear_s":"mf25MM+YcDb1","alerts.database.enabled":"0TsOnuCP2WP+","alerts.database.limit":"f/DMEumIUx8i","alerts.database.clear_limit":"f/DMEumIUx8i","alerts.database.window_s":"wBZdNXnz4anD","alerts.database.clear_s":"wBZdNXnz4anD","alerts.backup.enabled":"0TsOnuCP2WP+","alerts.backup.hold_s":"3qKyn/M/lmdx","alerts.backup.clear_s":"3qKyn/M/lmdx","alerts.listener.enabled":"0TsOnuCP2WP+","alerts.listener.hold_s":"3qKyn/M/lmdx","alerts.listener.clear_s":"3qKyn/M/lmdx","alerts.overload.enabled":"0TsOnuCP2WP+","alerts.overload.limit":"f/DMEumIUx8i","alerts.overload.clear_limit":"Q6Gk51q4Ry+f","alerts.overload.hold_s":"mf25MM+YcDb1","alerts.overload.clear_s":"wBZdNXnz4anD","alerts.login_attack.enabled":"0TsOnuCP2WP+","alerts.login_attack.limit":"tPy0+qeE1Z/Y","alerts.login_attack.clear_limit":"f/DMEumIUx8i","alerts.login_attack.window_s":"Tywjg6rwRsOE","alerts.login_attack.clear_s":"mz9VIjJhUugN","alerts.clock.enabled":"0TsOnuCP2WP+","alerts.clock.hold_s":"3qKyn/M/lmdx","alerts.clock.clear_s":"3qKyn/M/lmdx","alerts.endpoint_battery.enabled":"0TsOnuCP2WP+","alerts.endpoint_battery.limit":"tPy0+qeE1Z/Y","alerts.endpoint_battery.clear_limit":"Q6Gk51q4Ry+f","alerts.endpoint_battery.hold_s":"3qKyn/M/lmdx","alerts.endpoint_battery.clear_s":"3qKyn/M/lmdx","alerts.endpoint_battery.volts":"VMPCjH4mvtgX","alerts.basestation_deaf.enabled":"0TsOnuCP2WP+","alerts.basestation_deaf.limit":"WhzOLMPJZeDI","alerts.basestation_deaf.hold_s":"3qKyn/M/lmdx","alerts.basestation_deaf.clear_s":"3qKyn/M/lmdx","alerts.endpoint_margin.enabled":"hiPyoTCEDCIB","alerts.endpoint_margin.limit":"WO6DHQI2OLOA","alerts.endpoint_margin.clear_limit":"Q6Gk51q4Ry+f","alerts.endpoint_margin.hold_s":"3qKyn/M/lmdx","alerts.endpoint_margin.clear_s":"3qKyn/M/lmdx","alerts.endpoint_single_path.enabled":"hiPyoTCEDCIB","alerts.endpoint_single_path.hold_s":"3qKyn/M/lmdx","alerts.endpoint_single_path.clear_s":"3qKyn/M/lmdx","alerts.traffic_drop.enabled":"hiPyoTCEDCIB","alerts.traffic_drop.limit":"u94dTnRgMpIh","alerts.traffic_drop.clear_limit":"Q6Gk51q4Ry+f","alerts.traffic_drop.hold_s":"3qKyn/M/lmdx","alerts.traffic_drop.clear_s":"3qKyn/M/lmdx","alerts.email.host":"Q6Gk51q4Ry+f","alerts.email.port":"Q6Gk51q4Ry+f","alerts.email.starttls":"KeIWale/PD4b","alerts.email.ca":"Q6Gk51q4Ry+f","alerts.email.username":"Q6Gk51q4Ry+f","alerts.email.password":"Q6Gk51q4Ry+f","alerts.email.from":"NlinbX8iqzYL","alerts.email.to":"XSS2kUvNjOPW","alerts.heartbeat_url":"Q6Gk51q4Ry+f","endpoint.activity_window_s":"7tV/+8azpmbk","uplink.reception_window_ms":"8GHC8R/8cvL5","uplink.duplicate_window_s":"wBZdNXnz4anD","downlink.validity_s":"7tV/+8azpmbk","downlink.hand_over":"F3rzDn9qx9+B","downlink.max_pending_per_endpoint":"wowMXS1OPzJE","downlink.requeue_offline_s":"wBZdNXnz4anD","downlink.sweep_s":"BZ1vXejhldWK","downlink.rx_query_s":"wBZdNXnz4anD","integrations.max_age_s":"5JkGZ829e6lT","integrations.allow_targets":"XSS2kUvNjOPW","mqtt.broker.enabled":"hiPyoTCEDCIB","mqtt.broker.host":"LCf9X95HvIHz","mqtt.broker.port":"R9v2dYWktKw1","mqtt.broker.tls_host":"1DBOJAU7WKra","mqtt.broker.tls_port":"RetoKGmvDqVS","mqtt.broker.max_connections":"wowMXS1OPzJE","mqtt.broker.max_subscriptions":"NhzpJeCOUKft","mqtt.broker.max_retained":"8FzyQSGMNzBJ","pki.key_type":"4ENKxZ9K45BW","pki.ca_days":"imwRksunFfwO","pki.server_days":"bzxfiuPESiOy","pki.client_days":"uvVOWPyMTCKJ","pki.renew_at":"A2R+KExTl1VK","pki.server_names":"cMPh+QtSB0Ys","limits.connections":"9IhSXcSL10UH","limits.handshakes_per_s":"wowMXS1OPzJE","limits.connect_frame_bytes":"jRXqX98m1DRn","limits.frame_bytes":"iocuGBQg7jeK","limits.open_operations":"g6iVa3ju0BVd","limits.send_buffer_bytes":"gdL08I8ey5KS","limits.requests_per_s":"3qKyn/M/lmdx","limits.rest_requests_per_s":"3qKyn/M/lmdx","limits.logins_per_min":"mf25MM+YcDb1","limits.registrations_per_min":"LE2/2IEXvxtA","limits.refreshes_per_min":"1lqau/CfnZbQ","limits.endpoints":"Q6Gk51q4Ry+f","limits.base_stations":"Q6Gk51q4Ry+f"}');
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a20af8-a7da-79dd-b7e3-97ab3cfc820e');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AVxRhrtQQapjxlAbyqsIPf1+rSdm9xn6xYgY8omZ0XgXrb545rv4JxqiErUzLeMNUio7gbUxQmkgwP/KDA==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', '9a995459cef56980');
INSERT INTO "meta" ("key", "value") VALUES ('shipped_catalog', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
INSERT INTO "meta" ("key", "value") VALUES ('time_floor', '1795476196267');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795480397786);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"aa536094","sign":"dfa1d8c3","snr":12.5,"rssi":-98}', 1795480397786);
INSERT INTO "notification" ("id", "channel", "alert", "opening", "change", "severity", "rule", "at", "message", "sent_at", "again_at", "repeats", "failed_ms") VALUES (1, 1, 1, 1, 'filled', 'filled', 'filled', 1, 1, NULL, NULL, 0, 0);
INSERT INTO "notification_channel" ("id", "name", "enabled") VALUES (1, 'email', 0);
INSERT INTO "notification_message" ("id", "channel", "rule", "message_id", "made_at") VALUES (1, 1, 'filled', 'filled', 1795480401679);
INSERT INTO "once" ("id", "org", "caller", "key", "digest", "kept_at", "up_to", "result", "secret") VALUES (1, 1, 'filled', 'filled', 'filled', 1795480401679, 1, '{}', X'01F4AEC22DB9BEF855BBCE665E63B83A7C95C05A11E355ED4027FC8B1D89FF');
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'01DAFCA44D950B9A83172001D0C6FAE4ADD7EDEDF9344DD1FF70D87A3CC7C7366994B9C7D291DC42BDCB7AC44AED886F7E58A639C33153AFC0979A24FD42584EAC024D36D42854279E485E5047B382F3802B1CBF9CD54AB9D4B00A136CF5AC72C623052F0F75994F15', 1, '', 0, 1795480400286);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'01BABF5F18ECF8832C9788B6E65301BF21935FD1BDE293B58D9CEE012BF5DFC1E639541B73F7725A7CACCAB24217BE2E69039CBAE396485D362DABD5D30EF1F9E2A2BBE7DA879391715CD4EE1109672F80CE5B23E4FF410D4277467B530CA1CE573F7FBB7A5DB0C56A4DFA0A2E2DA805D25F2638F3B249D6ED65CF8D887AC95E28D4D046B9B0D80D864ADC6D0BF93B2821A9072D9C3E4787', 2, '', 0, 1795480397786);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'01F3D15B2B3E668A3568555040A26E1FB856200E710BC11C8D07898C09127CB27FDB73FDA287D33E8BB33F47EA2A08E327B6C763ABDB77245E32063AE7B321C855F39D9C61779E4FA412E53804AF2155BCEEEE199D2386B773C537587BD60D1E66A145A574339110D12C93F4BAC326971CD02F2B6F33BF30FAAFFC9C1A59CFA4E7BB9531FAB8C591ADBD8BEED3678F89BBE9771EC7788632', 2, '', 0, 1795480397786);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'01EF2B3C5B78A43228D8E01AC286EDD02ADEFF4ADBC2F96F566B42C45BC7E1E3567635187CE926D6B3889EAF751E3E4430B239F58F0F48EBE93383880C601AA84C8F960A659FA53C50AE76DFDF272112CCD8B7EA5BF7F8544A6E628F6E49B1ABD2BAD8BC0D351A672892E6C0A24445AF4B89E8B54A705E52BA0C088600E447DEB28901E61518EEB3F419A40CC7B9F554DA63ED5B0E74E2C959D40E7F6A9F53', 1, '', 0, 1795480397786);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'01CD1A79962696559811E3DC9B52D2B2C63E7C57081CF7E5BF0FF361825CB54F10E9D6FC98ADA28D603BCE68F31B91ED39F6ADD798707B617497141077B4AC3F7E5094166A496B927DFC5893BAC0483139A2235277493D5FA911CAD8001FC5FDF52BA4E9260539C4B2B98CB7D2EE0BD31157418786F765D549B5C6676D384EC95E650C8CD7B980AE407123B3CF786407204EC9DAD13F2D21', 2, '', 0, 1795480397786);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at", "name_key", "deleted_at", "version") VALUES (1, '01a20af8-a7da-75a2-aaee-0f77404e796c', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795480397786, 1795480397786, 'default organization', NULL, 2);
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (1, 9, 4294967296, 1795478400000, X'00290003260C00DAF779E8079875DE96070002010F00020F000101882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (2, 9, 4294967297, 1795478400000, X'00280203250C00DAF779E8079875DE96070002010F00020F0000882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (3, 9, 4294967296, 1767225600000, X'003100022E06007B00E044EEED040002010B0202040003B0099EB202000101D81D8827CEBB029EB20202080104010229010201');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (4, 9, 4294967297, 1767225600000, X'001A02011703007B88279EB2020002010700020500B0099EB2020000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (1, 9, 1099511627776, X'B8B81E010100030000060C00009875DE960700009EB2029EB202DAF779E807000090FB1D01010002000002060000E044EEED040000CEBB029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (2, 9, 2199023255552, X'B8B81E020100030000060C00009875DE960700009EB2029EB202DAF779E8070000B8B81E030101000003030C00009875DE960700009EB2029EB202DAF779E8070000B8B81E030102000000030C00009875DE960700009EB2029EB202DAF779E807000090FB1D0201000100000103000088279EB20200009EB2029EB2027B00000090FB1D0301010000010103000088279EB20200009EB2029EB2027B00000090FB1D03000100000101030000D81DCEBB020000CEBB02CEBB027B00000090FB1D03010200000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (3, 9, 4398046511104, X'B8B81E040100000003030C00009875DE960700009EB2029EB202DAF779E8070000B8B81E040200000000030C00009875DE960700009EB2029EB202DAF779E807000090FB1D04010000000202060000E044EEED040000CEBB029EB2027B00000090FB1D04020000000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "physical_device" ("device", "uuid", "org", "endpoint", "connection", "client_device_id", "configuration", "given", "secrets", "created_by_api", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, NULL, 'plant', 'pump 7', '{}', '[]', X'01A1C8CD88CFDA3D043308AD5891177A6699CB75228A765B46DD24C5C2254A', 1, 1795480401679, 1795480401679);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795480397786, 1795480400286);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795480397786, 1795480400286);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795480400286, 1795480400286);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a20af8-a7da-711b-8ea6-0e1214450e1a', 0, NULL, '', 1795480397786);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a20af8-a7da-7e33-9b1b-d6cba6707643', 0, NULL, '', 1795480397786);
INSERT INTO "recovery_code" ("user", "hash") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "refresh_token" ("hash", "sign_in", "expires_at", "used_at", "successor") VALUES (X'0707070707070707070707070707070707070707070707070707070707070707', 1, 1795480401679, NULL, X'01E4BDAEB649C449E7E607DEF3ED4C009D13A186AFA708E0BEC0E71F41018B');
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795480400286, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795480401679, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1, NULL, NULL, 1795480401679, 1795480401679, 0, 0, 0, NULL, NULL);
INSERT INTO "rule" ("id", "uuid", "org", "name", "description", "enabled", "definition", "cooldown_s", "version", "log_from", "event_from", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 0, 'filled', 1, 1, 1, 1, 1795480401679, 1795480401679);
INSERT INTO "rule_activity" ("rule", "last_triggered_at", "last_error") VALUES (1, 1795480401679, '');
INSERT INTO "rule_execution" ("id", "uuid", "rule", "version", "endpoint", "ep_eui", "device", "fired_at", "stored_at", "found", "actions") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 1, 1, 'filled', 'filled', 1795480401679, 1795480401679, 'filled', '{}');
INSERT INTO "rule_progress" ("one", "log_cursor", "event_cursor", "revision", "devices") VALUES (1, 1, 1, 1, 0);
INSERT INTO "rule_state" ("endpoint", "rule", "since", "fired", "fired_at", "value", "commands_from", "commands", "due_at") VALUES (1, 1, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a20af8-a7da-7b3f-a4ad-73e7a3a0c383', 1, 1, 'received', 'operator@localhost', 1795480397786, 1, 1, -5, 1795480397786, 1795480398286, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a20af8-b19e-7d56-ab4e-6fb7646e9a50', 1, 1, 'pending', 'operator@localhost', 1795480400286, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a20af8-a9ce-712e-a7a8-f1e297cb0dd1', 1, 1, 1795480398286000000, 1795480398286, 2, 12.5, -98.0, 1, 5);
INSERT INTO "second_factor" ("user", "secret", "enrolled_at", "confirmed_at", "last_step") VALUES (1, X'012DF544445D9DDBB8F9DEBB75DE7E7395D2C8C427842592943E41962F3987', 1795480401679, NULL, 1);
INSERT INTO "sensor_mapping" ("sensor", "uuid", "source_path", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 1795480401679, 1795480401679);
INSERT INTO "sensor_template" ("id", "uuid", "org", "name", "name_key", "description", "kind", "unit", "value_type", "default_key", "min", "max", "decimals", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', NULL, NULL, NULL, 1, 1795480401679, 1795480401679);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (1, 1, X'71A26D72B7918B0721F3FD28CFD1B26A', X'AE77720E159C45ADA3EA6A08C96CF757', '1.0.0', 10, 10, -7, 'disconnected', 1795480397786, 1795480400286, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (2, 2, X'A79A0E5724502C6FBEB99165CF70CD2A', X'9E987664207540F99841BF3C8D8E8EED', '1.0.0', 5, 5, -5, 'disconnected', 1795480397786, 1795480400286, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (3, 4, X'CC440F4C9881543162605E514EA1F0BD', X'344B60808CE74C20A4CF7BB88D0587C0', '1.0.0', 2, 0, -3, 'disconnected', 1795480400286, 1795480400286, 9007199254740991, NULL);
INSERT INTO "shipped_row" ("uuid", "content", "default_blueprint") VALUES ('0190b6a0-0000-7000-8000-00000000f111', '{}', NULL);
INSERT INTO "sign_in" ("id", "uuid", "user", "user_id", "began_at", "ends_at", "expires_at", "ended_at", "ended_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795480401679, 1795480401679, 1795480401679, NULL, 'logout');
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "token_secret" ("id", "kid", "created_at", "secret") VALUES (1, 'filled', 1795480401679, X'01412A1DAC763F1FEC4618640F984ECDCEA40E00AE41DB7BA6FBE88D04F289');
INSERT INTO "traffic_hour" ("org", "hour", "counts") VALUES (1, 1, 'filled');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line", "org", "ep_eui") VALUES (1, -7, 7, 15, NULL, NULL);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc", "ac_eui", "session", "last_bs", "done_bs") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795480400286, 1795480400786, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL, NULL, 1, 10, 9);
INSERT INTO "user" ("id", "uuid", "email", "first_name", "last_name", "company_name", "note", "words", "is_admin", "is_active", "password", "password_change_required", "provider", "last_login_at", "created_at", "updated_at", "version", "default_org") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1, 0, NULL, 1, '', NULL, 1795480401679, 1795480401679, 1, NULL);
INSERT INTO "value_again" ("id") VALUES (1);
INSERT INTO "value_day" ("id", "data") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "value_key" ("id", "name", "org") VALUES (1, 'filled', 0);
INSERT INTO "value_state" ("one", "seq", "up_to", "endpoint", "at_seq", "begun_at", "version", "gone_day", "condensed") VALUES (1, 0, 0, 0, 0, 0, 0, -1, 0);
INSERT INTO "widget" ("id", "uuid", "dashboard", "kind", "title", "x", "y", "w", "h", "query", "settings", "version") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1, NULL, '{}', 1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('downlink', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('integration', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('rule', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('token_secret', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 1);
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
CREATE INDEX event_of_endpoint_by_time ON event (endpoint, timestamp_at) WHERE endpoint IS NOT NULL;
CREATE INDEX event_of_station_by_time ON event (station, timestamp_at) WHERE station IS NOT NULL;
CREATE INDEX event_of_operation ON event (op_id, timestamp_at) WHERE op_id IS NOT NULL;
CREATE INDEX pending_figures_of ON pending_figures (part, last_seq);
CREATE INDEX endpoint_attached ON endpoint (id)
      WHERE deleted_at IS NULL AND suspended = 0 AND attach_status IN ('attached', 'attaching');
CREATE INDEX propagation_due ON propagation (station) WHERE retry_at IS NOT NULL;
CREATE UNIQUE INDEX manufacturer_name ON manufacturer (name_key, coalesce(org, 0));
CREATE UNIQUE INDEX manufacturer_code ON manufacturer (code, coalesce(org, 0));
CREATE UNIQUE INDEX device_model_name ON device_model (manufacturer, name_key, coalesce(org, 0));
CREATE UNIQUE INDEX device_model_code ON device_model (manufacturer, code, coalesce(org, 0));
CREATE UNIQUE INDEX device_model_type ON device_model (type_eui, coalesce(org, 0)) WHERE type_eui IS NOT NULL;
CREATE INDEX device_model_by_name ON device_model (name_key, id);
CREATE UNIQUE INDEX blueprint_version ON blueprint (device_model, version);
CREATE UNIQUE INDEX blueprint_default ON blueprint (device_model) WHERE is_default <> 0;
CREATE INDEX blueprint_type ON blueprint (type_eui, created_at) WHERE type_eui IS NOT NULL;
CREATE INDEX blueprint_by_time ON blueprint (created_at, id);
CREATE UNIQUE INDEX decoded_document_of ON decoded_document (blueprint, checksum);
CREATE UNIQUE INDEX decoding_of ON decoding (document, calibration);
CREATE INDEX endpoint_of_model ON endpoint (device_model, org) WHERE device_model IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX endpoint_pinned ON endpoint (blueprint, org) WHERE blueprint IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX message_failed ON message (org, rx_time_ns) WHERE decode_status = 'failed';
CREATE UNIQUE INDEX alert_open ON alert (rule, source) WHERE status <> 'resolved';
CREATE INDEX alert_of_source ON alert (rule, source, resolved_at) WHERE status = 'resolved';
CREATE INDEX alert_resolved ON alert (resolved_at) WHERE status = 'resolved';
CREATE INDEX notification_of_alert ON notification (alert);
CREATE INDEX notification_waiting ON notification (channel, rule) WHERE message IS NULL AND sent_at IS NULL;
CREATE INDEX notification_again ON notification (again_at) WHERE again_at IS NOT NULL;
CREATE INDEX notification_in ON notification (message) WHERE message IS NOT NULL;
CREATE UNIQUE INDEX activity_of ON activity (grain, start_at, place);
CREATE INDEX downlink_sent ON downlink (org, tx_time_ns, endpoint, station) WHERE state IN ('sent', 'acknowledged');
CREATE INDEX event_of_type ON event (event_type, timestamp_at);
CREATE INDEX event_of_audit ON event (stored_at) WHERE category IN ('audit', 'security');
CREATE UNIQUE INDEX api_key_name ON api_key (org, name);
CREATE INDEX api_key_created ON api_key (org, created_at);
CREATE UNIQUE INDEX integration_name ON integration (org, name);
CREATE INDEX integration_parked_at ON integration_parked (integration, parked_at);
CREATE INDEX integration_parked_long ON integration_parked (parked_at);
CREATE INDEX integration_replay_of ON integration_replay (integration);
CREATE INDEX pending_activity_of ON pending_activity (section, last_seq);
CREATE INDEX user_created ON user (created_at);
CREATE INDEX user_login ON user (coalesce(last_login_at, 0));
CREATE INDEX membership_of_user ON membership (user);
CREATE UNIQUE INDEX organization_name ON organization (name_key) WHERE deleted_at IS NULL;
CREATE INDEX organization_deleted ON organization (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX api_key_user ON api_key (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sign_in_open ON sign_in (user) WHERE ended_at IS NULL;
CREATE INDEX sign_in_expiry ON sign_in (expires_at);
CREATE INDEX refresh_token_of ON refresh_token (sign_in);
CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);
CREATE INDEX refresh_token_successor ON refresh_token (used_at) WHERE successor IS NOT NULL;
CREATE INDEX known_network_seen ON known_network (seen_at);
CREATE INDEX event_of_chain ON event (org, seq) WHERE category = 'audit';
CREATE INDEX device_name ON device (org, name, uuid, name_key);
CREATE INDEX device_created ON device (org, created_at, uuid);
CREATE UNIQUE INDEX physical_device_client ON physical_device (org, client_device_id, connection);
CREATE INDEX physical_device_connection ON physical_device (org, connection);
CREATE INDEX device_sensor_template ON device_sensor (template, device);
CREATE INDEX device_image_media ON device_image (media);
CREATE INDEX sensor_template_by_name ON sensor_template (org, name_key, uuid);
CREATE INDEX media_of ON media (org, size);
CREATE INDEX dashboard_of ON dashboard (org);
CREATE UNIQUE INDEX dashboard_default ON dashboard (org) WHERE is_default <> 0;
CREATE INDEX widget_of ON widget (dashboard, y, x);
CREATE INDEX rule_by_name ON rule (org, name, uuid);
CREATE INDEX rule_state_of ON rule_state (rule);
CREATE INDEX rule_state_due ON rule_state (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rule_execution_of ON rule_execution (rule, id);
CREATE INDEX once_of ON once (org, caller, up_to);
CREATE INDEX once_age ON once (kept_at);
CREATE INDEX external_identity_of ON external_identity (user);
CREATE INDEX downlink_asked ON downlink (org, created_at, que_id, state) WHERE created_at >= 0;
CREATE INDEX downlink_asked_of ON downlink (endpoint, created_at, que_id, org, state) WHERE created_at >= 0;
CREATE INDEX value_key_of ON value_key (org) WHERE org <> 0;
CREATE INDEX sign_in_of ON sign_in (user, id);
CREATE INDEX alert_silence_of ON alert_silence (org, until_at);
CREATE TRIGGER endpoint_version AFTER UPDATE OF eui, ep_class, nwk_key, nwk_sn_key, sh_addr, attach_sh_addr, attach_origin,
      dual_chan, repetition, wide_carr_off, long_blk_dist ON endpoint
      WHEN (old.eui, old.ep_class, old.nwk_key, old.nwk_sn_key, old.sh_addr, old.attach_sh_addr, old.attach_origin, old.dual_chan,
          old.repetition, old.wide_carr_off, old.long_blk_dist) IS NOT
        (new.eui, new.ep_class, new.nwk_key, new.nwk_sn_key, new.sh_addr, new.attach_sh_addr, new.attach_origin, new.dual_chan,
          new.repetition, new.wide_carr_off, new.long_blk_dist)
      BEGIN UPDATE endpoint SET version = old.version + 1 WHERE id = new.id; END;
CREATE TRIGGER device_version AFTER UPDATE OF eui, ep_class, nwk_key, nwk_sn_key, app_key, sh_addr, pre_attach, dual_chan, repetition,
      wide_carr_off, long_blk_dist, type_eui, device_model, blueprint, tags, uplink_interval_s ON endpoint
      WHEN (old.eui, old.ep_class, old.nwk_key, old.app_key, old.sh_addr, old.pre_attach, old.dual_chan, old.repetition,
          old.wide_carr_off, old.long_blk_dist, old.type_eui, old.device_model, old.blueprint, old.tags, old.uplink_interval_s) IS NOT
        (new.eui, new.ep_class, new.nwk_key, new.app_key, new.sh_addr, new.pre_attach, new.dual_chan, new.repetition,
          new.wide_carr_off, new.long_blk_dist, new.type_eui, new.device_model, new.blueprint, new.tags, new.uplink_interval_s)
        OR (old.nwk_sn_key IS NULL) <> (new.nwk_sn_key IS NULL)
        OR (old.nwk_sn_key IS NOT new.nwk_sn_key AND old.attach_generation = new.attach_generation)
      BEGIN
        UPDATE device SET version = version + 1, updated_at = max(updated_at, new.updated_at)
          WHERE id = (SELECT device FROM physical_device WHERE endpoint = new.id);
        UPDATE physical_device SET updated_at = max(updated_at, new.updated_at) WHERE endpoint = new.id;
      END;
CREATE TRIGGER device_image_gone AFTER DELETE ON device_image
      BEGIN UPDATE device SET version = version + 1 WHERE id = old.device; END;
CREATE TRIGGER rule_device_bound AFTER INSERT ON physical_device WHEN new.endpoint IS NOT NULL
      BEGIN UPDATE rule_progress SET devices = devices + 1; UPDATE rule_state SET due_at = 0 WHERE endpoint = new.endpoint; END;
CREATE TRIGGER rule_device_unbound AFTER DELETE ON physical_device WHEN old.endpoint IS NOT NULL
      BEGIN UPDATE rule_progress SET devices = devices + 1; UPDATE rule_state SET due_at = 0 WHERE endpoint = old.endpoint; END;
CREATE TRIGGER rule_device_changed AFTER UPDATE OF endpoint ON physical_device WHEN new.endpoint IS NOT old.endpoint
      BEGIN
        UPDATE rule_progress SET devices = devices + 1;
        UPDATE rule_state SET due_at = 0 WHERE endpoint IN (old.endpoint, new.endpoint);
      END;
CREATE TRIGGER organization_version AFTER UPDATE OF name, description, state, tags ON organization
      WHEN (new.name, new.description, new.state, new.tags) <> (old.name, old.description, old.state, old.tags)
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.id; END;
CREATE TRIGGER member_added AFTER INSERT ON membership
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.org; END;
CREATE TRIGGER member_removed AFTER DELETE ON membership
      BEGIN UPDATE organization SET version = version + 1 WHERE id = old.org; END;
CREATE TRIGGER member_version AFTER UPDATE OF role, status ON membership
      WHEN (new.role, new.status) <> (old.role, old.status)
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.org; END;
CREATE TRIGGER user_version AFTER UPDATE OF email, first_name, last_name, is_active ON user
      WHEN (new.email, new.first_name, new.last_name, new.is_active) <> (old.email, old.first_name, old.last_name, old.is_active)
      BEGIN UPDATE user SET version = version + 1 WHERE id = new.id; END;
PRAGMA user_version = 55;
