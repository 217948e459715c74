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
    , version INTEGER NOT NULL DEFAULT 1) STRICT;
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
    , refreshed_at INTEGER) STRICT;
CREATE TABLE refresh_token (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the whole token
      sign_in INTEGER NOT NULL REFERENCES sign_in (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      used_at INTEGER, successor BLOB -- sealed: what whoever asks again soon after its use is given again
    , given_at INTEGER) STRICT, WITHOUT ROWID;
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
INSERT INTO "activity" ("id", "grain", "start_at", "place", "cells") VALUES (1, 1, 1795479237632, 1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "activity_from" ("seq") VALUES (1);
INSERT INTO "activity_round" ("last_id", "up_to", "place", "id") VALUES (1, 1, 1, 1);
INSERT INTO "alert" ("id", "uuid", "org", "rule", "category", "severity", "status", "source", "source_type", "source_id", "source_name", "title", "description", "first_seen_at", "last_seen_at", "count", "opening", "opened_at", "step", "told", "acknowledged_at", "acknowledged_by", "note", "resolved_at", "resolution", "event", "inhibited_by", "silenced_until", "flapping", "data") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'warning', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1795479237632, 1795479237632, 1, 1, 1795479237632, 1, 0, NULL, '', '', NULL, '', NULL, '', NULL, 0, '{}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 1', '{"source":{"type":"base_station","id":1,"org":1},"level":1,"since":[1795479232591],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 2', '{"source":{"type":"base_station","id":2,"org":1},"level":1,"since":[1795479232591],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 4', '{"source":{"type":"base_station","id":4,"org":1},"level":1,"since":[1795479232591],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a1', '{"source":{"type":"application_center","id":"70b3d59cd00000a1","org":1},"level":1,"since":[1795479232591],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a2', '{"source":{"type":"application_center","id":"70b3d59cd00000a2","org":1},"level":1,"since":[1795479232591],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_silence" ("id", "uuid", "org", "rule", "source_id", "tag_key", "tag_value", "until_at", "reason", "created_at", "created_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '', '', '', '', 1795479237632, 'filled', 1795479237632, '');
INSERT INTO "api_key" ("id", "uuid", "org", "name", "key_type", "user_id", "user_email", "prefix", "hash", "scopes", "expires_at", "created_at", "created_by", "last_used_at", "last_used_address") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 'filled', X'0707070707070707070707070707070707070707070707070707070707070707', '[]', NULL, 1795479237632, 'filled', NULL, '');
INSERT INTO "audit_break" ("org", "after_hash", "at") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707', 1);
INSERT INTO "audit_chain" ("org", "organization", "unlinked", "removed", "head") VALUES (1, '01a20ae6-d68b-7d12-9793-e76f8c8ac4f4', 0, X'0000000000000000000000000000000000000000000000000000000000000000', X'6915F50411E5620C6EB7B80B9D0A06058C6672814914BDE2F7628144FFC7B40A');
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:43686', 0, 1795479230091, 1795479232591, 'server_stopped', 1795479232591, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'c436941095db00e48153fc2db789dc62e756f1ea94dabbb8cdd28adb9444ab2c', 2110839230000, '[]', '[]', '{}', 1795479230091, 1795479230091, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:43698', 0, 1795479230091, 1795479232591, 'server_stopped', 1795479232091, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9a65d0f267bce1beb6d0f59c621e21d18466349523a9b30930751aedd9c8e568', 2110839230000, '[]', '[]', '{}', 1795479230091, 1795479230091, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795479232591, 1795479232591, 1795479232591);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:43702', 0, 1795479232591, 1795479232591, 'server_stopped', 1795479232591, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1ce0be101f1c5559cac466a5c0ec9c8b3f2d4bbcee835b81dc749d179db59ed9', 2110839232000, '[]', '[]', '{}', 1795479232591, 1795479232591, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at", "sealing") VALUES (4, 9, 1767225600123456789, 1795479231091000000, 1795479237632, 0);
INSERT INTO "blueprint" ("id", "uuid", "org", "device_model", "version", "name", "description", "is_default", "type_eui", "spec_type_eui", "uplink_formats", "downlink_formats", "output_names", "checksum", "registry_state", "registry_url", "created_at", "updated_at") VALUES (1, '01a20ae6-d68b-7dc3-9ec6-3d3f873ad063', 1, 1, '1', 'Meter 1', '', 1, '70b3d56770ff0001', '70b3d56770ff0001', '[0]', '[]', '[]', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '', '', 1795479230091, 1795479230091);
INSERT INTO "blueprint_document" ("blueprint", "document") VALUES (1, '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795478400000, 'ulData', 4, 0, 1000);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a20ae6-d68b-788b-9610-fe2c2c6cf337', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795479230091, 1795479230091, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -6, 7, 2, 1, 1, 1795479232091, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -5, 6, 2, 1, 1, 1795479231591, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -4, 5, 2, 1, 1, 1795479231091, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -3, 4, 2, 1, 1, 1795479230591, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -2, 2, 0, 1, 1, 1795479230091, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -1, 1, 0, 1, 1, 1795479230091, NULL, NULL);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795479230091);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795479230091);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795479230091);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795479232591);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795479230091);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a20ae6-d68b-7d9d-8961-0856eee93a70', 1, '70b3d59cd00000a1', X'48A047067244E2BBED4B0F223FFDF05D', X'C9A71C2F6C8212940FF12AB63E5310D2', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 8, 8, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:43022', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '515e89b3ca2f229675d421d0d6b05891d1419f0c218c6c09f919597e2cb14b7f', 'CN=70b3d59cd00000a1', 1795479230091, 1795479232591, 1795479232591);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a20ae6-d68b-72e2-8780-767b80be4dae', 1, '70b3d59cd00000a2', X'C759A49FA2BA50DE96804D90DCA63333', X'37442E3845976564B14BF1B169EFCA0D', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 8, 8, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:43026', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'b5e031434f7be63c0b1d24d59dfaf95201a8539aca2a6fdb0b133e0a1ffc70f5', 'CN=70b3d59cd00000a2', 1795479230091, 1795479230091, 1795479232591);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a20ae6-d68b-7f23-a226-5ba39cc5841d', 1, 'bs', '70b3d59cd0000001', '7cfb938fc4f8f521f1c8134ef487f289', 'c436941095db00e48153fc2db789dc62e756f1ea94dabbb8cdd28adb9444ab2c', 1795392830000, 2110839230000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQfPuTj8T49SHxyBNO9IfyiTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MFoX
DTM2MTEyMTAwMTM1MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABI4HEg0pB5jg2t8rcWpMwKwoFmI5U0e6lRse
k19sofLxCC88LNTs8EhXbWEwNeRMzP1TJWSY3JJcKG+bj0DZr8OjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFGu7guur/6DI3mjOOuZoeEIEpzipMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0gAMEUCIBLnDlBxsB/uB/eBHwy6gFrEs+nQ
uDOFN3CxPskHpppSAiEAhHvbqh1uSTSnq3KjoM/Ss16tPTvv+rlWe1DaAVIcwAU=
-----END CERTIFICATE-----
', 1795479230091, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a20ae6-d68b-78de-84a1-deb0a641bad5', 1, 'bs', '70b3d59cd0000002', '6a11101ab1f35a33ff366f9701cac940', '9a65d0f267bce1beb6d0f59c621e21d18466349523a9b30930751aedd9c8e568', 1795392830000, 2110839230000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQahEQGrHzWjP/Nm+XAcrJQDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MFoX
DTM2MTEyMTAwMTM1MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABFnR0EHomdu7NJOqt70Gu7vPDitM5GVm841E
wV+OQcVgCe3XNGjZjvC9U84qqKexvyzVPKftePbA+GgELOznoO6jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFNIlzfe+K6Es3SuXiq7sa3s3kOPWMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0gAMEUCIQCM9ssifXarAcVPl+YlDd29PY1h
3o750/ZHzQQ4BGBsoQIgY5Ky/UCC2JLzEKkR6G1744Rw9spx6Z5ug/UdSihPdvc=
-----END CERTIFICATE-----
', 1795479230091, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a20ae6-d68b-7c35-a3d5-4f3282f01d4e', 1, 'ac', '70b3d59cd00000a1', '56e2eb3f1d0d7dd5ce6990568a81bc1e', '515e89b3ca2f229675d421d0d6b05891d1419f0c218c6c09f919597e2cb14b7f', 1795392830000, 2110839230000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQVuLrPx0NfdXOaZBWioG8HjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MFoX
DTM2MTEyMTAwMTM1MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABBpC3WXK4HwbFrDQVErPINXcutay/iaswS4Y
RM2TvhVfFxw0644ZhFVg3C125mXYCE7eoMExdieZ4CJhgmwyZeijgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFGJlQKLXMnTk1mCbVlzE1whqmjaDMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0cAMEQCIB7B1RtzMG+KVJdzyvEh4a+xfnqy
lHy1cbB4GlS3aGgAAiBTbv+xmnIRJ4VwTCRW1j1sqURnfBJ9qxwU0EJl5OaY8A==
-----END CERTIFICATE-----
', 1795479230091, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a20ae6-d68b-72f6-addc-0e1a00d986df', 1, 'ac', '70b3d59cd00000a2', '573f33baa293c092491b4b6bb31fc1de', 'b5e031434f7be63c0b1d24d59dfaf95201a8539aca2a6fdb0b133e0a1ffc70f5', 1795392830000, 2110839230000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQVz8zuqKTwJJJG0trsx/B3jAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MFoX
DTM2MTEyMTAwMTM1MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABMXOMP4xb5lWanWgPb/H/odGyz+XTv0ZWzWs
sYOcCOwyVhfB/AHNjbWUlgNQ8eyYa2qDwQGf0lyr2G4ti86qMZCjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFIjdVUJ64vE6uxGooGAVgrbZrANaMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0gAMEUCIEkJtGjstIqtWE8YhnZpjqF7YjxU
Bh1dH8mRWjWPfvuxAiEA9DvLrLitPATxYrf6KPJMLr1Z93YoXMfBgAIDTQMX5C0=
-----END CERTIFICATE-----
', 1795479230091, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a20ae6-e04f-7822-81c7-9cf93292b9b6', 1, 'bs', '70b3d59cd0000001', '54162d84a6f18bc06d6eb9da6fe3de3e', 'b96c4e64d9e9b02a0f757995c46897f4c0510ebe15f970d7bdb87cefa9bc618e', 1795392832000, 2110839232000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQVBYthKbxi8Btbrnab+PePjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MloX
DTM2MTEyMTAwMTM1MlowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABIvddyFDcnj3pTLWHwJ0cZhjWwU4k+I0O0Iz
d/9+j6y07LUapJiz+4Eh5E2DRj4yeQ1gNj/zefrZ2DX9i1HqBoajgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFHPFRVSQdYupi4tUUf4OUQT2mI/wMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0kAMEYCIQCfgVHFmsbcpRrUECFpwX6z4xLx
dPE6yo7bFJ5bhPAspQIhAM7YgG/ChTTKzlETqvTQJjM3SnmS57YrYikHsEJVY2F0
-----END CERTIFICATE-----
', 1795479232591, NULL, '', X'012A764B2CC5BBE68D80164DA162D481752CDA123E664908BB974C06F93AC6CB704535F2F7EB5AEDFDA9A33FBAE86172437BAFBA0D460E79B913F645875652ED90511F67060B8AC3C49EFDBE43A575AD7B026C94681D472F9743D8969209E59F66EF172B5FB514A107C28B15F6EF1A566DBB78F1700EFACB872B10F6457623E98F2838241835C73A72F792710855D98A143AC651E4CE6DB12BAB53D7BE5C54B721F804BE7B1D6CE0B3CEFFA1D7534AF3F1BDEE5A0E25CEA3BECF782C8471CE880E126E58629D13A074D07011D7CEF41584F15D06750C20DADB81A3E2EF424715D746168567CF9F6838A545A48079B438C4CAC576483FAF1628D2080E326ADD26922A2EF51DCDEE784CF5C09B77FC', 1796084032591);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a20ae6-e04f-78cd-a30d-79e0c5113bea', 1, 'bs', '70b3d59cd0000003', '46665ea62e86fcd442718faef56815c1', '1ce0be101f1c5559cac466a5c0ec9c8b3f2d4bbcee835b81dc749d179db59ed9', 1795392832000, 2110839232000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQRmZepi6G/NRCcY+u9WgVwTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDljYzllY2Y5MB4XDTI2MTEyMzAwMTM1MloX
DTM2MTEyMTAwMTM1MlowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOkywCPjtisP66j2qlJrr1LQMaGscNIgK1ur
1auW6RbscFR5vjXpdSvzbPlNL+rTCQ1BfNeWRlZqQLM+qoPXmZejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFFViWPREKxkkvWlGq3r31JXSwkDRMB8GA1UdIwQYMBaAFHWLR7yL3rNfqERr
ih0fjXl63nWYMAoGCCqGSM49BAMCA0kAMEYCIQCVN3gN9nwHE24qJTCMVFuaM8BA
akk37bSFNyfbujkNHwIhAOpo5QcLGjxBdGDIyNqPkAckLWTYVstIZukjRCMxveGC
-----END CERTIFICATE-----
', 1795479232591, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "dashboard" ("id", "uuid", "org", "name", "description", "is_default", "columns", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1795479237632, 1795479237632);
INSERT INTO "decode_failure" ("org", "start_at", "messages") VALUES (1, 1795479237632, 1);
INSERT INTO "decoded_document" ("id", "blueprint", "checksum", "version", "type_eui", "document") VALUES (1, '01a20ae6-d68b-7dc3-9ec6-3d3f873ad063', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '1', '70b3d56770ff0001', '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "decoding" ("id", "document", "calibration", "last_seq") VALUES (1, 1, '{"k":1.5}', 0);
INSERT INTO "device" ("id", "uuid", "org", "name", "name_key", "interval_unit", "interval_value", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 1, 1795479237632, 1795479237632);
INSERT INTO "device_image" ("device", "media", "is_cover", "position") VALUES (1, 1, 1, 1);
INSERT INTO "device_model" ("id", "uuid", "org", "manufacturer", "name", "name_key", "code", "type_eui", "description", "datasheet_url", "ep_class", "uplink_interval_s", "created_at", "updated_at") VALUES (1, '01a20ae6-d68b-7ab7-88ae-427bcde35287', 1, 1, 'Meter', 'meter', 'meter', NULL, '', '', '', 0, 1795479230091, 1795479230091);
INSERT INTO "device_sensor" ("id", "uuid", "device", "template", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795479237632, 1795479237632);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795565630091, 'sent', 'api', 'operator@localhost', 1795479230091, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795479230091, 1795479230091000000, 1, 1795479230591, 1795479230091, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795565632591, 'waits', 'api', 'operator@localhost', 1795479232591, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'01E6151FCAF23E9C4FB3EA6C91029FA5C6D085F0A9CF4CFF63E627285887C9BCC563EE2FDFFE17142500A2BC2A', X'011E9FB0D13E992E769760E71A3A365E29FEB4C1B0405407EAF2447851D86E8D8FB7D8F242D7D81584C8ED57BA', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'AF44533A', X'BCA957CD', 57601, 1795479230091000000, 1795479230091, 1, 1795479230091, NULL, 0, 1795479230091, 1795479230091, NULL, 0, 1, NULL);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'013432787FBD9DEEC56B08970C3282127ABBCF86FBA243D7BF0EC65EA10BC1E0C2D0E7FBCECAA653D339DE36DE', X'01E3C72B16A87CCB47CD4A065442CFFC83542936CE8DBF6F49899F5260A6E5DF2EBC2D3B994D5071FF7A33D038', X'0123AF71545C99F5C18302CE8304D2FA6248510F930030E2A5771C761BE10120457142EE5E1942BFC268DAD621', 9320, 1, 0, 0, 0, 0, NULL, NULL, '01a20ae6-d68b-7dc3-9ec6-3d3f873ad063', 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795479230091, NULL, 0, 1795479230091, 1795479230091, NULL, 0, 2, '{"k":1.5}');
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'011C662E4EB956F38BECEECE4756270468BFCC5CC23CC2CDCE7FDA91B60E1D7E4FEB3D4FA9E59BE6F67F326AA3', X'01DE296C9459F22087939EC8C4740B122D547743FF05B75177D029C3D809BDC5E0ECB3FA27A407F0DD2B2435A8', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'F9E4A7CF', X'87352C6B', 57603, 1795479232591000000, 1795479232591, 4, NULL, NULL, 0, 1795479232591, 1795479232591, NULL, 0, 1, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (1, 3, 1795479231091000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4, 7, NULL, 15, 0, 12.5, 1, 1795479231091, 1795479232091);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (3, 0, 1795479232591000000, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a20ae6-d68b-79f2-86bd-dd29efb6515f', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795479230091, 1795479230091, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a20ae6-d68b-7a74-a658-a84422a81189', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795479230091, 1795479230091, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a20ae6-d68b-7cde-8494-bfd103070e56', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795479230091, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a20ae6-d68b-77c9-b49a-637210e45ed5', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795479230091, 1795479230091, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a20ae6-d68b-7f96-9322-1e37162467d0', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795479230091, 1795479230091, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a20ae6-d68b-703f-9c19-3e74fae82448', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795479230091, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a20ae6-d68b-795a-a858-587b8aab96b3', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795479230091, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a20ae6-d68b-7bf4-a901-4b8f68ddf6b3', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795479230091, 1795479230091, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a20ae6-d68b-7c14-ba62-26caad3f3603', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795479230091, 1795479230091, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a20ae6-d68b-7b26-9fa5-1c0d7b773af3', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795479230091, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a20ae6-d68b-70ee-9aa0-c3b582c5aeee', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795479230091, 1795479230091, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a20ae6-d68b-7421-ac1b-1bcd2d8c5a61', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795479230091, 1795479230591, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a20ae6-e04f-72c7-8fde-582be9d199a0', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795479232591, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a20ae6-e04f-7e19-9726-36cb2e1b5eeb', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795479232591, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a20ae6-e04f-7391-8149-abb0d91d89e1', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795479232591, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a20ae6-e04f-7efa-90d3-dd7626abf345', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795479232591, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (1, '01a20ae6-d68b-73ef-a0ab-d9d70eb4dd84', NULL, 'system.started', 'system', 'info', 'service_center', '76ab64895f5854d1', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (2, '01a20ae6-d68b-76bd-a3a7-b18c524b2008', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (3, '01a20ae6-d68b-70f8-9915-40686bf274e2', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:43686","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (4, '01a20ae6-d68b-7959-9a92-dcecd1a73180', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (5, '01a20ae6-d68b-7311-b71a-f3609be1271a', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:43698","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (6, '01a20ae6-d68b-7df1-a8bb-c1e917b7ce6b', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795479230091, 1795479230091, 1, 'Application center connected', '', '{"sessionId":"01a20ae6-d68b-7d9d-8961-0856eee93a70","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:43022","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (7, '01a20ae6-d68b-7be1-821e-b22a262a99a9', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795479230091, 1795479230091, 1, 'Application center connected', '', '{"sessionId":"01a20ae6-d68b-72e2-8780-767b80be4dae","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:43026","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (8, '01a20ae6-d68b-7b48-bdc4-ba76e08e5c0f', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (9, '01a20ae6-d68b-7d82-a4d7-b5e3ef5f33be', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (10, '01a20ae6-d68b-7d3f-8d2d-ba26d654dc4c', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a20ae6-d68b-79f2-86bd-dd29efb6515f"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (11, '01a20ae6-d68b-7ca6-a29f-c6bcb3b07795', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (12, '01a20ae6-d68b-7dce-99c0-1549f5f9a630', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (13, '01a20ae6-d68b-7954-a871-53d3de911027', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}', NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'6915F50411E5620C6EB7B80B9D0A06058C6672814914BDE2F7628144FFC7B40A', 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (14, '01a20ae6-d68b-7077-9278-f4b1376adfc3', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (15, '01a20ae6-d68b-7ac5-aea1-67d765101da8', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795479230091, 1795479230091, 1, 'Protocol error with an application center', '', '{"sessionId":"01a20ae6-d68b-7d9d-8961-0856eee93a70","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}', 3, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (16, '01a20ae6-d68b-7d5d-acd8-3bb9e139e13a', 1, 'manufacturer.created', 'catalog', 'info', 'user', '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Manufacturer created', '', '{"id":"01a20ae6-d68b-74c1-8bbe-da7720d1d0c7","name":"Maker"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (17, '01a20ae6-d68b-7717-845c-47a36c2fc48c', 1, 'device_model.created', 'catalog', 'info', 'user', '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Device model created', '', '{"id":"01a20ae6-d68b-7ab7-88ae-427bcde35287","name":"Meter"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (18, '01a20ae6-d68b-723f-9270-deeb9d76fac0', 1, 'blueprint.created', 'catalog', 'info', 'user', '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Blueprint created', '', '{"id":"01a20ae6-d68b-7dc3-9ec6-3d3f873ad063","name":"Meter 1","version":"1"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (19, '01a20ae6-d68b-74ff-b908-cddaa00a27fa', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["blueprint_id","calibration"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (20, '01a20ae6-d68b-7256-8ebe-9c36d711caa2', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479230091, 1795479230091, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (21, '01a20ae6-d68b-71ad-b35b-bdf526b906b5', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}', -5, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (22, '01a20ae6-d68b-701c-9d7b-faa0b41a1d81', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}', -6, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (23, '01a20ae6-d68b-738e-ba3f-405dd1fc1981', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230091, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795479230091000000","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (24, '01a20ae6-d87f-74e0-a674-b93109bb4d08', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230091, 1795479230591, 1, 'Endpoint heard for the first time', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (25, '01a20ae6-d87f-75bd-8cd4-917198d0c368', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230591, 1795479230591, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (26, '01a20ae6-d87f-7d42-bfaa-9c2586420fa8', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795479230591, 1795479230591, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (27, '01a20ae6-e04f-76f9-a802-264210f7cfd1', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (28, '01a20ae6-e04f-7a91-87d6-c21642faabcb', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}', -7, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (29, '01a20ae6-e04f-71ce-95b2-34ccd8f56b15', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Certificate issued', '', '{"certificateId":"01a20ae6-e04f-7822-81c7-9cf93292b9b6","fingerprint":"b96c4e64d9e9b02a0f757995c46897f4c0510ebe15f970d7bdb87cefa9bc618e","notAfter":"2036-11-21T00:13:52.000Z"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (30, '01a20ae6-e04f-7ff2-b1bc-4dc98c227774', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (31, '01a20ae6-e04f-7113-93bc-aaf56464f2d8', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (32, '01a20ae6-e04f-71e4-8aef-43e8c12fb6b0', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (33, '01a20ae6-e04f-77ef-8145-c9994b086b09', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795479232591, 1795479232591, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:43702","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (34, '01a20ae6-e04f-7fe8-9969-ca39d711a1b7', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a20ae6-d68b-7106-b018-7d4d6bc61e67', 'operator@localhost', 1795479232591, 1795479232591, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (35, '01a20ae6-e04f-798b-9e01-d43fb4a9fe2c', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795479232591, 1795479232591, 1, 'Application center disconnected', '', '{"sessionId":"01a20ae6-d68b-72e2-8780-767b80be4dae","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (36, '01a20ae6-e04f-7e8c-a7f3-17808131aca9', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795479232591, 1795479232591, 1, 'Application center disconnected', '', '{"sessionId":"01a20ae6-d68b-7d9d-8961-0856eee93a70","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (37, '01a20ae6-e04f-79ee-a3ce-c244388f6f38', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795479232591, 1795479232591, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (38, '01a20ae6-e04f-7fc7-8d9d-6ec504d31338', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795479232591, 1795479232591, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (39, '01a20ae6-e04f-7148-98fc-295aeeb27978', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795479232591, 1795479232591, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (40, '01a20ae6-e04f-76c5-acb7-391d067c6547', NULL, 'system.stopped', 'system', 'info', 'service_center', '76ab64895f5854d1', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795479232591, 1795479232591, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "external_identity" ("issuer", "subject", "user", "linked_at") VALUES ('filled', 'filled', 1, 1795479237632);
INSERT INTO "former_endpoint" ("endpoint", "version", "eui", "bidi", "key_column", "key", "sh_addr", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist") VALUES (1, 1, 'filled', 1, 'filled', X'0111998B54F9BB720F7F114AEBE37D2B5064F22BCD72199728FA9719681B17', 1, 1, 1, 1, 1);
INSERT INTO "identity_provider" ("issuer", "metadata", "metadata_at", "keys", "keys_at") VALUES ('filled', 'filled', 1795479237632, NULL, NULL);
INSERT INTO "integration" ("id", "uuid", "org", "name", "description", "kind", "enabled", "event_types", "ep_euis", "device_models", "ep_tags", "include_subpackets", "max_per_second", "settings", "secrets", "revision", "ended", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 'http', 0, '[]', '[]', '[]', '{}', 0, 0, '{"url":"http://127.0.0.1:9/"}', X'01E5FB4A300982D843CB3D00F87264EB6D501531EDBC0F670896C59B41B850', 1, '', 1795479237632, 1795479237632);
INSERT INTO "integration_notice" ("seq", "org", "event", "integration", "endpoint", "station", "at", "content", "stored_at") VALUES (1, 1, 'filled', NULL, NULL, NULL, 1, '{}', 1795479237632);
INSERT INTO "integration_parked" ("integration", "stream", "place", "reason", "parked_at") VALUES (1, 'filled', 1, 'filled', 1795479237632);
INSERT INTO "integration_progress" ("integration", "log_cursor", "event_cursor", "delivered", "dropped", "last_success_at", "last_error", "last_error_at") VALUES (1, 1, 1, 0, 0, NULL, '', NULL);
INSERT INTO "integration_replay" ("id", "uuid", "integration", "event_types", "log_cursor", "log_end", "event_cursor", "event_end", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '[]', 1, 1, 1, 1, 1795479237632);
INSERT INTO "known_network" ("user", "network", "seen_at") VALUES (1, 'filled', 1795479237632);
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "listened" ("id", "after_seq", "offset_ms", "from_ms", "upto_ms") VALUES (1, 3, 0, 1795479230591, 1795479232591);
INSERT INTO "manufacturer" ("id", "uuid", "org", "name", "name_key", "code", "description", "website", "contact_email", "created_at", "updated_at") VALUES (1, '01a20ae6-d68b-74c1-8bbe-da7720d1d0c7', 1, 'Maker', 'maker', 'maker', '', '', '', 1795479230091, 1795479230091);
INSERT INTO "media" ("id", "uuid", "org", "filename", "content_type", "size", "unused_since", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, NULL, 1795479237632);
INSERT INTO "media_content" ("media", "content") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "membership" ("org", "user", "role", "manage_endpoints", "manage_base_stations", "status", "created_at", "updated_at") VALUES (1, 1, 'filled', 1, 1, 'filled', 1795479237632, 1795479237632);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (4, 1, 1, 1, 1, 1795479230091000000, 1795479230091, 1795479230591, X'044DA024', 0, 19, X'950103CF18EAD2D8CF2A78C0CB4029000000000000D09E950202CF18EAD2D8CF2A78C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (5, 1, 1, 1, 2, 1795479230591000000, 1795479230591, 1795479231091, X'0452A024', 0, 7, X'950105CF18EAD2D8ECF7DDC0CB4029000000000000D09E950203CF18EAD2D8ECF7DDC0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (6, 1, 1, 1, 3, 1795479231091000000, 1795479231091, 1795479231591, X'04599F24', 0, 3, X'950107CF18EAD2D90AC542C0CB4029000000000000D09E950204CF18EAD2D90AC542C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795479231591, 1795479232091, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795479232091, 1795479232591, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300, NULL, NULL);
INSERT INTO "meta" ("key", "value") VALUES ('configuration', '{"data_dir":"cHj8yeBIqzhC","log.level":"USrxQ+k9HsH3","log.format":"chzfO5jAXMCC","auth.enabled":"kF4G+irl8Y2i","auth.access_token_s":"KqWi7kU1r7G2","auth.refresh_token_s":"0/JiIlfARtl2","auth.refresh_absolute_s":"fuCjRrrGv8NL","auth.issuer":"chzfO5jAXMCC","auth.local_login":"lnryMjIfMkuB","auth.login_notice":"chzfO5jAXMCC","auth.password.min_length":"t7xKEQ3ESf0W","auth.password.deny_common":"lnryMjIfMkuB","auth.totp.required":"kF4G+irl8Y2i","auth.registration.mode":"v8Wum0afxIc9","auth.registration.domains":"zhj4P2xsHKSs","auth.oidc.enabled":"kF4G+irl8Y2i","auth.oidc.client_id":"chzfO5jAXMCC","auth.oidc.client_secret":"chzfO5jAXMCC","auth.oidc.scopes":"etbXdcDl7M+s","auth.oidc.label":"OFsmJAVtWlw0","auth.oidc.auto_redirect":"kF4G+irl8Y2i","auth.oidc.create_users":"kF4G+irl8Y2i","auth.oidc.domains":"zhj4P2xsHKSs","auth.oidc.link_by_email":"kF4G+irl8Y2i","auth.oidc.trust_email":"kF4G+irl8Y2i","auth.oidc.organization_claim":"chzfO5jAXMCC","auth.oidc.role":"KI11KrJu939w","auth.oidc.ca_file":"chzfO5jAXMCC","auth.oidc.issuer":"chzfO5jAXMCC","auth.oauth2.enabled":"kF4G+irl8Y2i","auth.oauth2.client_id":"chzfO5jAXMCC","auth.oauth2.client_secret":"chzfO5jAXMCC","auth.oauth2.scopes":"etbXdcDl7M+s","auth.oauth2.label":"BdLRos5j2CUs","auth.oauth2.auto_redirect":"kF4G+irl8Y2i","auth.oauth2.create_users":"kF4G+irl8Y2i","auth.oauth2.domains":"zhj4P2xsHKSs","auth.oauth2.link_by_email":"kF4G+irl8Y2i","auth.oauth2.trust_email":"kF4G+irl8Y2i","auth.oauth2.organization_claim":"chzfO5jAXMCC","auth.oauth2.role":"KI11KrJu939w","auth.oauth2.ca_file":"chzfO5jAXMCC","auth.oauth2.authorize_url":"chzfO5jAXMCC","auth.oauth2.token_url":"chzfO5jAXMCC","auth.oauth2.userinfo_url":"chzfO5jAXMCC","admin.email":"chzfO5jAXMCC","admin.password":"chzfO5jAXMCC","organizations.self_service":"kF4G+irl8Y2i","org_enforcement_enabled":"kF4G+irl8Y2i","service_center.eui":"chzfO5jAXMCC","service_center.name":"+RoK/+jPhM7E","service_center.vendor":"QmmeYEMj2Gtf","service_center.model":"Cd0BKeL1edYh","master_key_file":"Ae+E7r7XG+DO","bssci_host":"gXhmMqUKm0IW","bssci_port":"ezCmb1x+Mm20","bssci_tls.cert":"chzfO5jAXMCC","bssci_tls.key":"chzfO5jAXMCC","bssci_tls.ca":"chzfO5jAXMCC","bssci_tls.min_version":"+Yey9zmxnc91","bssci_tls.bind_certificate":"lnryMjIfMkuB","bssci.register_unknown":"kF4G+irl8Y2i","bssci.handshake_s":"jcV44pk8d8su","bssci.con_s":"jcV44pk8d8su","bssci.con_cmp_s":"jcV44pk8d8su","bssci.write_stall_s":"t7xKEQ3ESf0W","bssci.ping_s":"iuoo5368MPta","bssci.dead_s":"1cN5TTE/PvTd","bssci.ping_answer_s":"jcV44pk8d8su","bssci.status_first_s":"iuoo5368MPta","bssci.status_s":"WMaVpJk4VY3n","bssci.answer_s":"iuoo5368MPta","bssci.attach_repeat_s":"BdxvAXnn9X6C","bssci.propagate_group":"e+5g4v8vMexa","bssci.propagate_pause_ms":"ezCmb1x+Mm20","bssci.session_retention_s":"0/JiIlfARtl2","bssci.mac_types":"qLrY/ji6VO14","scaci_host":"gXhmMqUKm0IW","scaci_port":"ezCmb1x+Mm20","scaci_tls.cert":"chzfO5jAXMCC","scaci_tls.key":"chzfO5jAXMCC","scaci_tls.ca":"chzfO5jAXMCC","scaci_tls.min_version":"biikU1dU/Zxy","scaci_tls.bind_certificate":"lnryMjIfMkuB","scaci_tls.ciphers":"h/INi5ZRwylN","scaci.enabled":"lnryMjIfMkuB","scaci.establish_s":"jcV44pk8d8su","scaci.write_stall_s":"t7xKEQ3ESf0W","scaci.ping_s":"WMaVpJk4VY3n","scaci.ping_answer_s":"t7xKEQ3ESf0W","scaci.max_pending":"oOPQykTpIEeq","scaci.held_operations":"1cN5TTE/PvTd","scaci.session_retention_s":"fuCjRrrGv8NL","scaci.ul_data_tx":"lnryMjIfMkuB","scaci.only_registered":"kF4G+irl8Y2i","gateway_host":"gXhmMqUKm0IW","gateway_port":"ezCmb1x+Mm20","gateway_tls.enabled":"GgZ9AOwqfnxx","gateway_tls.cert":"chzfO5jAXMCC","gateway_tls.key":"chzfO5jAXMCC","gateway.allowed_hosts":"zhj4P2xsHKSs","gateway.base_url":"chzfO5jAXMCC","gateway.trusted_proxies":"zhj4P2xsHKSs","gateway.cors_origins":"zhj4P2xsHKSs","rest.strict_connections":"kF4G+irl8Y2i","core_host":"gXhmMqUKm0IW","core_port":"ezCmb1x+Mm20","core.allow_remote":"kF4G+irl8Y2i","core.peer_secret":"chzfO5jAXMCC","health.host":"gXhmMqUKm0IW","health.core_port":"ezCmb1x+Mm20","health.gateway_port":"ezCmb1x+Mm20","store.path":"baW6bIWKLlxs","store.synchronous":"2SBq4s309A8M","store.engine":"GgZ9AOwqfnxx","store.low_free_mb":"chzfO5jAXMCC","store.min_free_mb":"chzfO5jAXMCC","backup.dir":"rJpF4t34m87Y","backup.keep":"RRBNt4Dkv976","retention.messages_days":"6HFG6GNxzTM5","retention.events_days":"jcV44pk8d8su","retention.audit_days":"mwdBM8X4B3Fl","retention.alerts_days":"mBuUZVWM552o","retention.value_hours_days":"6HFG6GNxzTM5","retention.figures_days":"0vjomlrMmCCV","retention.max_database_mb":"chzfO5jAXMCC","alerts.basestation_offline.enabled":"lnryMjIfMkuB","alerts.basestation_offline.hold_s":"BdxvAXnn9X6C","alerts.basestation_offline.clear_s":"ezCmb1x+Mm20","alerts.basestation_flapping.enabled":"lnryMjIfMkuB","alerts.basestation_flapping.limit":"3w1s8S0DrqGo","alerts.basestation_flapping.clear_limit":"wZcdob4naM6+","alerts.basestation_flapping.window_s":"dBMt50rWd2v2","alerts.basestation_flapping.clear_s":"dBMt50rWd2v2","alerts.basestation_refused.enabled":"lnryMjIfMkuB","alerts.basestation_refused.limit":"Y0PgOcmM5/ed","alerts.basestation_refused.clear_limit":"T90XHog5ZWLH","alerts.basestation_refused.window_s":"Mmjiq0/BZEAn","alerts.basestation_refused.clear_s":"dBMt50rWd2v2","alerts.basestation_status.enabled":"lnryMjIfMkuB","alerts.basestation_status.hold_s":"ezCmb1x+Mm20","alerts.basestation_status.clear_s":"ezCmb1x+Mm20","alerts.basestation_load.enabled":"lnryMjIfMkuB","alerts.basestation_load.limit":"BRthqA1exhL6","alerts.basestation_load.clear_limit":"chzfO5jAXMCC","alerts.basestation_load.hold_s":"Mmjiq0/BZEAn","alerts.basestation_load.clear_s":"BdxvAXnn9X6C","alerts.basestation_temperature.enabled":"lnryMjIfMkuB","alerts.basestation_temperature.limit":"R23+/Xas24SF","alerts.basestation_temperature.clear_limit":"chzfO5jAXMCC","alerts.basestation_temperature.hold_s":"ezCmb1x+Mm20","alerts.basestation_temperature.clear_s":"BdxvAXnn9X6C","alerts.basestation_duty_cycle.enabled":"lnryMjIfMkuB","alerts.basestation_duty_cycle.limit":"EENhaGVYmEXM","alerts.basestation_duty_cycle.clear_limit":"chzfO5jAXMCC","alerts.basestation_duty_cycle.hold_s":"ezCmb1x+Mm20","alerts.basestation_duty_cycle.clear_s":"Mmjiq0/BZEAn","alerts.basestation_clock.enabled":"lnryMjIfMkuB","alerts.basestation_clock.limit":"T90XHog5ZWLH","alerts.basestation_clock.clear_limit":"chzfO5jAXMCC","alerts.basestation_clock.hold_s":"ezCmb1x+Mm20","alerts.basestation_clock.clear_s":"BdxvAXnn9X6C","alerts.endpoint_silent.enabled":"lnryMjIfMkuB","alerts.endpoint_silent.limit":"0YnMz8QSA2TZ","alerts.endpoint_silent.hold_s":"ezCmb1x+Mm20","alerts.endpoint_silent.clear_s":"ezCmb1x+Mm20","alerts.endpoint_inactive.enabled":"kF4G+irl8Y2i","alerts.endpoint_inactive.hold_s":"ezCmb1x+Mm20","alerts.endpoint_inactive.clear_s":"ezCmb1x+Mm20","alerts.endpoint_attach_failing.enabled":"lnryMjIfMkuB","alerts.endpoint_attach_failing.limit":"Y0PgOcmM5/ed","alerts.endpoint_attach_failing.window_s":"dBMt50rWd2v2","alerts.endpoint_attach_failing.clear_s":"ezCmb1x+Mm20","alerts.endpoint_loss.enabled":"kF4G+irl8Y2i","alerts.endpoint_loss.limit":"X+lMCAr5Yx4s","alerts.endpoint_loss.clear_limit":"chzfO5jAXMCC","alerts.endpoint_loss.hold_s":"ezCmb1x+Mm20","alerts.endpoint_loss.clear_s":"ezCmb1x+Mm20","alerts.endpoint_unknown.enabled":"lnryMjIfMkuB","alerts.endpoint_unknown.limit":"Y0PgOcmM5/ed","alerts.endpoint_unknown.clear_limit":"T90XHog5ZWLH","alerts.endpoint_unknown.window_s":"0/JiIlfARtl2","alerts.endpoint_unknown.clear_s":"0/JiIlfARtl2","alerts.decode_failing.enabled":"lnryMjIfMkuB","alerts.decode_failing.limit":"3w1s8S0DrqGo","alerts.decode_failing.clear_limit":"chzfO5jAXMCC","alerts.decode_failing.hold_s":"ezCmb1x+Mm20","alerts.decode_failing.clear_s":"ezCmb1x+Mm20","alerts.downlink_failing.enabled":"lnryMjIfMkuB","alerts.downlink_failing.limit":"Y0PgOcmM5/ed","alerts.downlink_failing.clear_limit":"chzfO5jAXMCC","alerts.downlink_failing.hold_s":"ezCmb1x+Mm20","alerts.downlink_failing.clear_s":"ezCmb1x+Mm20","alerts.scaci_disconnected.enabled":"lnryMjIfMkuB","alerts.scaci_disconnected.hold_s":"Mmjiq0/BZEAn","alerts.scaci_disconnected.clear_s":"ezCmb1x+Mm20","alerts.integration_failing.enabled":"lnryMjIfMkuB","alerts.integration_failing.hold_s":"BdxvAXnn9X6C","alerts.integration_failing.clear_s":"WMaVpJk4VY3n","alerts.certificate_server.enabled":"lnryMjIfMkuB","alerts.certificate_server.limit":"rOCIUDEtkFvz","alerts.certificate_server.clear_limit":"chzfO5jAXMCC","alerts.certificate_server.hold_s":"ezCmb1x+Mm20","alerts.certificate_server.clear_s":"ezCmb1x+Mm20","alerts.certificate_ca.enabled":"lnryMjIfMkuB","alerts.certificate_ca.limit":"dg8GhIGkKUhj","alerts.certificate_ca.clear_limit":"chzfO5jAXMCC","alerts.certificate_ca.hold_s":"ezCmb1x+Mm20","alerts.certificate_ca.clear_s":"ezCmb1x+Mm20","alerts.certificate_target.enabled":"lnryMjIfMkuB","alerts.certificate_target.limit":"rOCIUDEtkFvz","alerts.certificate_target.clear_limit":"chzfO5jAXMCC","alerts.certificate_target.hold_s":"ezCmb1x+Mm20","alerts.certificate_target.clear_s":"ezCmb1x+Mm20","alerts.certificate_basestation.enabled":"lnryMjIfMkuB","alerts.certificate_basestation.limit":"rOCIUDEtkFvz","alerts.certificate_basestation.clear_limit":"chzfO5jAXMCC","alerts.certificate_basestation.hold_s":"ezCmb1x+Mm20","alerts.certificate_basestation.clear_s":"ezCmb1x+Mm20","alerts.storage.enabled":"lnryMjIfMkuB","alerts.storage.hold_s":"ezCmb1x+Mm20","alerts.storage.clear_s":"WMaVpJk4VY3n","alerts.database.enabled":"lnryMjIfMkuB","alerts.database.limit":"T90XHog5ZWLH","alerts.database.clear_limit":"T90XHog5ZWLH","alerts.database.window_s":"BdxvAXnn9X6C","alerts.database.clear_s":"BdxvAXnn9X6C","alerts.backup.enabled":"lnryMjIfMkuB","alerts.backup.hold_s":"ezCmb1x+Mm20","alerts.backup.clear_s":"ezCmb1x+Mm20","alerts.listener.enabled":"lnryMjIfMkuB","alerts.listener.hold_s":"ezCmb1x+Mm20","alerts.listener.clear_s":"ezCmb1x+Mm20","alerts.overload.enabled":"lnryMjIfMkuB","alerts.overload.limit":"T90XHog5ZWLH","alerts.overload.clear_limit":"chzfO5jAXMCC","alerts.overload.hold_s":"WMaVpJk4VY3n","alerts.overload.clear_s":"BdxvAXnn9X6C","alerts.login_attack.enabled":"lnryMjIfMkuB","alerts.login_attack.limit":"N1M+c6BH+Ypk","alerts.login_attack.clear_limit":"T90XHog5ZWLH","alerts.login_attack.window_s":"Mmjiq0/BZEAn","alerts.login_attack.clear_s":"ylpJe0bgUEPA","alerts.clock.enabled":"lnryMjIfMkuB","alerts.clock.hold_s":"ezCmb1x+Mm20","alerts.clock.clear_s":"ezCmb1x+Mm20","alerts.endpoint_battery.enabled":"lnryMjIfMkuB","alerts.endpoint_battery.limit":"N1M+c6BH+Ypk","alerts.endpoint_battery.clear_limit":"chzfO5jAXMCC","alerts.endpoint_battery.hold_s":"ezCmb1x+Mm20","alerts.endpoint_battery.clear_s":"ezCmb1x+Mm20","alerts.endpoint_battery.volts":"46YHSLfEyPlH","alerts.basestation_deaf.enabled":"lnryMjIfMkuB","alerts.basestation_deaf.limit":"dXrEaTAFAEgO","alerts.basestation_deaf.hold_s":"ezCmb1x+Mm20","alerts.basestation_deaf.clear_s":"ezCmb1x+Mm20","alerts.endpoint_margin.enabled":"kF4G+irl8Y2i","alerts.endpoint_margin.limit":"Y0PgOcmM5/ed","alerts.endpoint_margin.clear_limit":"chzfO5jAXMCC","alerts.endpoint_margin.hold_s":"ezCmb1x+Mm20","alerts.endpoint_margin.clear_s":"ezCmb1x+Mm20","alerts.endpoint_single_path.enabled":"kF4G+irl8Y2i","alerts.endpoint_single_path.hold_s":"ezCmb1x+Mm20","alerts.endpoint_single_path.clear_s":"ezCmb1x+Mm20","alerts.traffic_drop.enabled":"kF4G+irl8Y2i","alerts.traffic_drop.limit":"X4JSU01qjLE+","alerts.traffic_drop.clear_limit":"chzfO5jAXMCC","alerts.traffic_drop.hold_s":"ezCmb1x+Mm20","alerts.traffic_drop.clear_s":"ezCmb1x+Mm20","alerts.email.host":"chzfO5jAXMCC","alerts.email.port":"chzfO5jAXMCC","alerts.email.starttls":"SpILor5q3hW6","alerts.email.ca":"chzfO5jAXMCC","alerts.email.username":"chzfO5jAXMCC","alerts.email.password":"chzfO5jAXMCC","alerts.email.from":"cId32ul+KnrR","alerts.email.to":"zhj4P2xsHKSs","alerts.heartbeat_url":"chzfO5jAXMCC","endpoint.activity_window_s":"0/JiIlfARtl2","uplink.reception_window_ms":"mbOE6ADSLgiN","uplink.duplicate_window_s":"BdxvAXnn9X6C","downlink.validity_s":"0/JiIlfARtl2","downlink.hand_over":"GnIxFbF5KEmX","downlink.max_pending_per_endpoint":"C3dWVX2aNqao","downlink.requeue_offline_s":"BdxvAXnn9X6C","downlink.sweep_s":"3w1s8S0DrqGo","downlink.rx_query_s":"BdxvAXnn9X6C","integrations.max_age_s":"3w70IXztnKX1","integrations.allow_targets":"zhj4P2xsHKSs","mqtt.broker.enabled":"kF4G+irl8Y2i","mqtt.broker.host":"gXhmMqUKm0IW","mqtt.broker.port":"C/bEHTBOg2Gg","mqtt.broker.tls_host":"S9LXJKW59br9","mqtt.broker.tls_port":"1zw5RirotTeK","mqtt.broker.max_connections":"C3dWVX2aNqao","mqtt.broker.max_subscriptions":"e+5g4v8vMexa","mqtt.broker.max_retained":"oOPQykTpIEeq","pki.key_type":"/c+FipNUA4dX","pki.ca_days":"79Zt4vWCIFbb","pki.server_days":"pE0TAx2FCC+V","pki.client_days":"MbmafosuNYeW","pki.renew_at":"x5O2eLoqqpyD","pki.server_names":"UC47nt6CaS4p","limits.connections":"sRnnB+kM4F0H","limits.handshakes_per_s":"C3dWVX2aNqao","limits.connect_frame_bytes":"6/MRRrUT6Z1+","limits.frame_bytes":"SFyrachHtDuk","limits.open_operations":"3omU1BZD2F+a","limits.send_buffer_bytes":"dFP8p+efwnFl","limits.requests_per_s":"ezCmb1x+Mm20","limits.rest_requests_per_s":"ezCmb1x+Mm20","limits.logins_per_min":"WMaVpJk4VY3n","limits.registrations_per_min":"t7xKEQ3ESf0W","limits.refreshes_per_min":"oxWUfjWHCO63","limits.endpoints":"chzfO5jAXMCC","limits.base_stations":"chzfO5jAXMCC"}');
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a20ae6-d68b-7106-b018-7d4d6bc61e67');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AY/PlKq47/IfWyrvB3qfwKAmUQHo/RwTTTeVt+EsFXOJ6tiWwmuSCSjOap81eVMnuViwGPs/NfGi+OmZVw==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', '76ab64895f5854d1');
INSERT INTO "meta" ("key", "value") VALUES ('shipped_catalog', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
INSERT INTO "meta" ("key", "value") VALUES ('time_floor', '1795476193687');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795479230091);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"af44533a","sign":"bca957cd","snr":12.5,"rssi":-98}', 1795479230091);
INSERT INTO "notification" ("id", "channel", "alert", "opening", "change", "severity", "rule", "at", "message", "sent_at", "again_at", "repeats", "failed_ms") VALUES (1, 1, 1, 1, 'filled', 'filled', 'filled', 1, 1, NULL, NULL, 0, 0);
INSERT INTO "notification_channel" ("id", "name", "enabled") VALUES (1, 'email', 0);
INSERT INTO "notification_message" ("id", "channel", "rule", "message_id", "made_at") VALUES (1, 1, 'filled', 'filled', 1795479237632);
INSERT INTO "once" ("id", "org", "caller", "key", "digest", "kept_at", "up_to", "result", "secret") VALUES (1, 1, 'filled', 'filled', 'filled', 1795479237632, 1, '{}', X'019AD94D547A07BC1788534AA71B8F87C7F1C7F2627709737861CE5907C352');
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'016CE95011798B624EFB976DCEAECAF68414B07624C07F2876A58F078D75723C154F4293FD3112D6BD6CE889E9E618BF44064D7C4D5B5794B5C5D8BB28ECC0996CBAC52A37832E61DFC6CF832D1F7111B169C1177D79A231AF0E2A3E11E9B79E855C63C442EC297216', 1, '', 0, 1795479232591);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'019F31B68E8344999CC658BA37F53B1D9D7E5537D27AA9C9148A39198C951B2BFB0BD951816087C7E813E7812D00E03EA2046BEEE6C1C1726A0DAB770B6F300914C1FF4AE1B45E96265558BC65E9E9CAD704B4268CCAF200139B76843CAC8872CD55413AC651B6969C9926A9CE4A886EBCE65F6CEBB414538B061FEB1A4CCBF37F0405AA8877FE23302566C1772882D111847BB9A054EC86', 2, '', 0, 1795479230091);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'01934F126CFD8BE47C04FB17EE012AE513CFAAF22DB2EFA323BB02F4CB235D25583D37B0DC562C8119F6B3B019CD7728FA75EDBAFA2008CEF7860438E68640536D6C3CFA8C897D1FDF5EA26B238C5523C7B4917AAF7FDAF6E02982AEC8A21CC4CAB6BD67B0007956CB6494CD8B859E191701AF43070451E11774EA02856D5E7BC445B27695324B609707BB98917CDED41FFC5ABEC5800540', 2, '', 0, 1795479230091);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'015DA8D115CCE9F397280E101DEB272516B4A4CDE696B07F412DAD39DF00BAC71068751F389C82544B03D4FED76AA9FCAC44D7E389F377D684BF5D210BB42819639F9EED1D20C105308A26F140596A44635BDF9A4EE901E92EC8BFEFAB4FB4738873BD338D5D00EA201011C8EEB408843BE956E1F660F90AF49E9273CEE3FADD5091D2241C9EE262BD645703DE8057179F4E04787453E4324E6C630CFD8DF1', 1, '', 0, 1795479230091);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'0149E732A2267D24CBFB09BCDEC6C91E40F373E73E826206F1D7405B6032F1E7022620A20204F457B6CCFA872B482C94B4B04741C17CEFE57F94BF36E87268834BD1F36616E9646CFE9264AD0489D790B502EE2E3A0931E16F7CBB2B0CAB3E849124990025D5F2AFB2EA0F0B4B1A63D2C8F0E2BD8D7B687433C48D17B45BA94EA90D6C863DC037E4C84F6402E6DE786A226C155B5BE26B97', 2, '', 0, 1795479230091);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at", "name_key", "deleted_at", "version") VALUES (1, '01a20ae6-d68b-7d12-9793-e76f8c8ac4f4', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795479230091, 1795479230091, 'default organization', NULL, 2);
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (1, 9, 4294967296, 1795478400000, X'00290003260C008BD532E8079875DE96070002010F00020F000101882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (2, 9, 4294967297, 1795478400000, X'00280203250C008BD532E8079875DE96070002010F00020F0000882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (3, 9, 4294967296, 1767225600000, X'003100022E06007B00E044EEED040002010B0202040003B0099EB202000101D81D8827CEBB029EB20202080104010229010201');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (4, 9, 4294967297, 1767225600000, X'001A02011703007B88279EB2020002010700020500B0099EB2020000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (1, 9, 1099511627776, X'B8B81E010100030000060C00009875DE960700009EB2029EB2028BD532E807000090FB1D01010002000002060000E044EEED040000CEBB029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (2, 9, 2199023255552, X'B8B81E020100030000060C00009875DE960700009EB2029EB2028BD532E8070000B8B81E030101000003030C00009875DE960700009EB2029EB2028BD532E8070000B8B81E030102000000030C00009875DE960700009EB2029EB2028BD532E807000090FB1D0201000100000103000088279EB20200009EB2029EB2027B00000090FB1D0301010000010103000088279EB20200009EB2029EB2027B00000090FB1D03000100000101030000D81DCEBB020000CEBB02CEBB027B00000090FB1D03010200000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (3, 9, 4398046511104, X'B8B81E040100000003030C00009875DE960700009EB2029EB2028BD532E8070000B8B81E040200000000030C00009875DE960700009EB2029EB2028BD532E807000090FB1D04010000000202060000E044EEED040000CEBB029EB2027B00000090FB1D04020000000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "physical_device" ("device", "uuid", "org", "endpoint", "connection", "client_device_id", "configuration", "given", "secrets", "created_by_api", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, NULL, 'plant', 'pump 7', '{}', '[]', X'01D63C03295E8D9C693460D86B9A80F9BADE258283A6F39FDDF841FC0D4907', 1, 1795479237632, 1795479237632);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795479230091, 1795479232591);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795479230091, 1795479232591);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795479232591, 1795479232591);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a20ae6-d68b-7068-9ae5-fa4b9209f603', 0, NULL, '', 1795479230091);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a20ae6-d68b-7bf4-a901-4b8f68ddf6b3', 0, NULL, '', 1795479230091);
INSERT INTO "recovery_code" ("user", "hash") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "refresh_token" ("hash", "sign_in", "expires_at", "used_at", "successor", "given_at") VALUES (X'0707070707070707070707070707070707070707070707070707070707070707', 1, 1795479237632, NULL, X'0157A3EC6CCDC1D1F7029B5CE692FF719D3D390B33747235CDE13281A892B5', NULL);
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795479232591, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795479237632, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1, NULL, NULL, 1795479237632, 1795479237632, 0, 0, 0, NULL, NULL);
INSERT INTO "rule" ("id", "uuid", "org", "name", "description", "enabled", "definition", "cooldown_s", "version", "log_from", "event_from", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 0, 'filled', 1, 1, 1, 1, 1795479237632, 1795479237632);
INSERT INTO "rule_activity" ("rule", "last_triggered_at", "last_error") VALUES (1, 1795479237632, '');
INSERT INTO "rule_execution" ("id", "uuid", "rule", "version", "endpoint", "ep_eui", "device", "fired_at", "stored_at", "found", "actions") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 1, 1, 'filled', 'filled', 1795479237632, 1795479237632, 'filled', '{}');
INSERT INTO "rule_progress" ("one", "log_cursor", "event_cursor", "revision", "devices") VALUES (1, 1, 1, 1, 0);
INSERT INTO "rule_state" ("endpoint", "rule", "since", "fired", "fired_at", "value", "commands_from", "commands", "due_at") VALUES (1, 1, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a20ae6-d68b-77bb-b12b-137eda9b54ca', 1, 1, 'received', 'operator@localhost', 1795479230091, 1, 1, -5, 1795479230091, 1795479230591, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a20ae6-e04f-70ba-a871-223628a0e094', 1, 1, 'pending', 'operator@localhost', 1795479232591, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a20ae6-d87f-7515-994c-22f2dfcae1c6', 1, 1, 1795479230591000000, 1795479230591, 2, 12.5, -98.0, 1, 5);
INSERT INTO "second_factor" ("user", "secret", "enrolled_at", "confirmed_at", "last_step") VALUES (1, X'01535DC8C8DC93D5E052B2A9034CE54E548EDFE1215B6350A84546B75DA1FA', 1795479237632, NULL, 1);
INSERT INTO "sensor_mapping" ("sensor", "uuid", "source_path", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 1795479237632, 1795479237632);
INSERT INTO "sensor_template" ("id", "uuid", "org", "name", "name_key", "description", "kind", "unit", "value_type", "default_key", "min", "max", "decimals", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', NULL, NULL, NULL, 1, 1795479237632, 1795479237632);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (1, 1, X'59BF03CF6B67755D1FB68EA0B4B0BF59', X'3BD5108DCB3D42BA9BD5FE9F32C96364', '1.0.0', 10, 10, -7, 'disconnected', 1795479230091, 1795479232591, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (2, 2, X'FA1D4B312CC01836C2A51D24EDECDDFC', X'8E458CB1EDC74C79BD53C3943231C416', '1.0.0', 5, 5, -5, 'disconnected', 1795479230091, 1795479232591, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (3, 4, X'FE6FA9ED3316398E92BEAB74BC032CAD', X'0676F5317D5F4103A962C7167A7A48F9', '1.0.0', 2, 0, -3, 'disconnected', 1795479232591, 1795479232591, 9007199254740991, NULL);
INSERT INTO "shipped_row" ("uuid", "content", "default_blueprint") VALUES ('0190b6a0-0000-7000-8000-00000000f111', '{}', NULL);
INSERT INTO "sign_in" ("id", "uuid", "user", "user_id", "began_at", "ends_at", "expires_at", "ended_at", "ended_by", "refreshed_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795479237632, 1795479237632, 1795479237632, NULL, 'logout', NULL);
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "token_secret" ("id", "kid", "created_at", "secret") VALUES (1, 'filled', 1795479237632, X'0162D18333703F5475600674D52DCA45D1CD5B95A2E2B2FD34105425BF1A8C');
INSERT INTO "traffic_hour" ("org", "hour", "counts") VALUES (1, 1, 'filled');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line", "org", "ep_eui") VALUES (1, -7, 7, 15, NULL, NULL);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc", "ac_eui", "session", "last_bs", "done_bs") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795479232591, 1795479233091, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL, NULL, 1, 10, 9);
INSERT INTO "user" ("id", "uuid", "email", "first_name", "last_name", "company_name", "note", "words", "is_admin", "is_active", "password", "password_change_required", "provider", "last_login_at", "created_at", "updated_at", "version") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1, 0, NULL, 1, '', NULL, 1795479237632, 1795479237632, 1);
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
PRAGMA user_version = 49;
