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
INSERT INTO "activity" ("id", "grain", "start_at", "place", "cells") VALUES (1, 1, 1795482381062, 1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "activity_from" ("seq") VALUES (1);
INSERT INTO "activity_round" ("last_id", "up_to", "place", "id") VALUES (1, 1, 1, 1);
INSERT INTO "alert" ("id", "uuid", "org", "rule", "category", "severity", "status", "source", "source_type", "source_id", "source_name", "title", "description", "first_seen_at", "last_seen_at", "count", "opening", "opened_at", "step", "told", "acknowledged_at", "acknowledged_by", "note", "resolved_at", "resolution", "event", "inhibited_by", "silenced_until", "flapping", "data") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'warning', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1795482381062, 1795482381062, 1, 1, 1795482381062, 1, 0, NULL, '', '', NULL, '', NULL, '', NULL, 0, '{}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 1', '{"source":{"type":"base_station","id":1,"org":1},"level":1,"since":[1795482381467],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 2', '{"source":{"type":"base_station","id":2,"org":1},"level":1,"since":[1795482381467],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 4', '{"source":{"type":"base_station","id":4,"org":1},"level":1,"since":[1795482381467],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a1', '{"source":{"type":"application_center","id":"70b3d59cd00000a1","org":1},"level":1,"since":[1795482381467],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a2', '{"source":{"type":"application_center","id":"70b3d59cd00000a2","org":1},"level":1,"since":[1795482381467],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_silence" ("id", "uuid", "org", "rule", "source_id", "tag_key", "tag_value", "until_at", "reason", "created_at", "created_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '', '', '', '', 1795482381062, 'filled', 1795482381062, '');
INSERT INTO "api_key" ("id", "uuid", "org", "name", "key_type", "user_id", "user_email", "prefix", "hash", "scopes", "expires_at", "created_at", "created_by", "last_used_at", "last_used_address") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 'filled', X'0707070707070707070707070707070707070707070707070707070707070707', '[]', NULL, 1795482381062, 'filled', NULL, '');
INSERT INTO "audit_break" ("org", "after_hash", "at") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707', 1);
INSERT INTO "audit_chain" ("org", "organization", "unlinked", "removed", "head") VALUES (1, '01a20b16-e2d7-7e10-a95f-7cff6e2b3cee', 0, X'0000000000000000000000000000000000000000000000000000000000000000', X'4353F27B911F4246E0675DA3B390EF2A45DE76973C03267F40924F01F16CAB1F');
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:36256', 0, 1795482378967, 1795482381467, 'server_stopped', 1795482381467, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6ebabf24622bd2ebfcc2dc6a1cfdb7ddf94ae8531443bbf8eb28f06df12b9bfc', 2110842378000, '[]', '[]', '{}', 1795482378967, 1795482378967, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:36268', 0, 1795482378967, 1795482381467, 'server_stopped', 1795482380967, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'bd67520a15a3ea094cc2eb53856cf5a686b4d4fc4986849d06aba84d58152b15', 2110842378000, '[]', '[]', '{}', 1795482378967, 1795482378967, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795482381467, 1795482381467, 1795482381467);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:36276', 0, 1795482381467, 1795482381467, 'server_stopped', 1795482381467, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1a3efeed92c862a6a502ea69da0974db1344f3fe1025dc2d1ea84539ce103aef', 2110842381000, '[]', '[]', '{}', 1795482381467, 1795482381467, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at", "sealing") VALUES (4, 9, 1767225600123456789, 1795482379967000000, 1795482381062, 0);
INSERT INTO "blueprint" ("id", "uuid", "org", "device_model", "version", "name", "description", "is_default", "type_eui", "spec_type_eui", "uplink_formats", "downlink_formats", "output_names", "checksum", "registry_state", "registry_url", "created_at", "updated_at") VALUES (1, '01a20b16-e2d7-7a85-9865-328126a06291', 1, 1, '1', 'Meter 1', '', 1, '70b3d56770ff0001', '70b3d56770ff0001', '[0]', '[]', '[]', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '', '', 1795482378967, 1795482378967);
INSERT INTO "blueprint_document" ("blueprint", "document") VALUES (1, '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795482000000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795482000000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795482000000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795482000000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795482000000, 'ulData', 4, 0, 1000);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a20b16-e2d7-7e9a-a042-4b7359790611', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795482378967, 1795482378967, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -6, 7, 1, 1, 1, 1795482380967, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -5, 6, 2, 1, 1, 1795482380467, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -4, 5, 2, 1, 1, 1795482379967, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -3, 4, 2, 1, 1, 1795482379467, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -2, 2, 0, 1, 1, 1795482378967, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -1, 1, 0, 1, 1, 1795482378967, NULL, NULL);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795482378967);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795482378967);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795482378967);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795482381467);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795482378967);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a20b16-e2d7-7726-99a3-8019c0e02488', 1, '70b3d59cd00000a1', X'23DE9A71C573E1306B8624295989262A', X'8C34257443EB69E748ECC5F55C5AE16A', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 7, 7, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:36612', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'd267cccf0bfdd0090de9e69603672d13f004c22f0b2fc9444ff4493cc5a45259', 'CN=70b3d59cd00000a1', 1795482378967, 1795482381467, 1795482381467);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a20b16-e2d7-70d8-9faf-99cfec92429a', 1, '70b3d59cd00000a2', X'7C3AE521DD11C2B823580CA6B24B5504', X'BD12A676D18F7D18A5BA4015465CC49A', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 7, 7, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:36624', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '290be081186152be9c383f2430ee4a5a8dd12fd65f1038cd3673df4cd3c2f4ff', 'CN=70b3d59cd00000a2', 1795482378967, 1795482378967, 1795482381467);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a20b16-e2d7-7422-b639-28a9b17dbbbe', 1, 'bs', '70b3d59cd0000001', '6c981f704d90694511ccf143eae9e0f5', '6ebabf24622bd2ebfcc2dc6a1cfdb7ddf94ae8531443bbf8eb28f06df12b9bfc', 1795395978000, 2110842378000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQbJgfcE2QaUURzPFD6ung9TAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYxOFoX
DTM2MTEyMTAxMDYxOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABLtt0bEWMyipR/4FdxHzy35danHnkHJPJk8f
iACaD1WbYEudBHpg3i+bN/ryuKNNuybudYqKj1i57noEhBeIF0OjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFLJsqAfJ3r/OClfkL/oVuiKrt5C1MB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0kAMEYCIQCkm4esl/itbvx9LnlDujKmdTFf
5U8IP7kGSkOReHVA/AIhAOJbHgh+D6KKZD2XjQ/yGULDxQvHOmtkkWjRqmNcH8wJ
-----END CERTIFICATE-----
', 1795482378967, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a20b16-e2d7-7d97-9911-336434bbeb8e', 1, 'bs', '70b3d59cd0000002', '7141e4f5079e53818eaef077d832c353', 'bd67520a15a3ea094cc2eb53856cf5a686b4d4fc4986849d06aba84d58152b15', 1795395978000, 2110842378000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQcUHk9QeeU4GOrvB32DLDUzAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYxOFoX
DTM2MTEyMTAxMDYxOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABHmv/UjRzfWQ5713id1rkKGAWWUAV6GXhNGC
++rYI6MaoRhug9UbyzvSKxqejRA9aAfM2PX8SVE39Ay7OTQbz0GjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFOi8bcylxp1xGo80LTUWlO+45LE9MB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0kAMEYCIQD09w7NkXLR87TrTzaidzFB8nKS
VA7Z4WJjQAO1MjtuyQIhAIMX63V4j7JXVujmC9Bp3HoeMlMteM1AWc5Zlrgr3/1p
-----END CERTIFICATE-----
', 1795482378967, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a20b16-e2d7-7f3a-b16a-e10ff5f2e9de', 1, 'ac', '70b3d59cd00000a1', '64da0b652238b48ac698f37bf02fe1e9', 'd267cccf0bfdd0090de9e69603672d13f004c22f0b2fc9444ff4493cc5a45259', 1795395978000, 2110842378000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQZNoLZSI4tIrGmPN78C/h6TAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYxOFoX
DTM2MTEyMTAxMDYxOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABFLz4rTqw/uJ3yNifHAJE074KYAY/cRLP1Dp
PdGB7nI/cVlMqlHd2rBVEOtLKR2nK7fSvfxI+hE5/DyneLcI8RyjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFK1yw91Qmpxsc8yoIcBKQeYH0axmMB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0gAMEUCIQDClC9izrg6EjTu7jFXB2aSO8dU
Zbp1uFGpnMZqWS9nCwIgY+sfT+XeXTmX2C9ImZDkVHnF16/cebW/cbT1X6sCyl0=
-----END CERTIFICATE-----
', 1795482378967, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a20b16-e2d7-717d-9b2d-332f567d9b62', 1, 'ac', '70b3d59cd00000a2', '44f99da90f9f88a50e5fbbea40c91af7', '290be081186152be9c383f2430ee4a5a8dd12fd65f1038cd3673df4cd3c2f4ff', 1795395978000, 2110842378000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQRPmdqQ+fiKUOX7vqQMka9zAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYxOFoX
DTM2MTEyMTAxMDYxOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABL0jL5T77HTk2VFUy3T4yLOwL7k5FIZn5gf/
x+vYC7ECBBRBw3R6bw46k1EUKRdnpwzyrLymNxD7y7HNqF5x4tejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFDsmMKT4xHFg+UMt3dBDDW4NL7zzMB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0cAMEQCIHM2zpH51Xe85tK1GN9XuN8PnC8Z
KvnfdwN4rlNGrnpYAiBP1/GRAj5OtDpexOl2kDfnUpKz4biVVMCDhmCGBGytgg==
-----END CERTIFICATE-----
', 1795482378967, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a20b16-ec9b-7a29-8adf-cbeb2f2ea180', 1, 'bs', '70b3d59cd0000001', '58497b52ec581d13cc7dcdb720128cf7', '051776ecb088685d084140c25ba1f0d1c8ff0b2e687e7408ccd00ce581280de5', 1795395981000, 2110842381000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQWEl7UuxYHRPMfc23IBKM9zAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYyMVoX
DTM2MTEyMTAxMDYyMVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCazbW3cdR1Q0KG8UuVizxxfjh0ph3wy2CzB
CEJzcohua0ivIAMCWqw0/pNlVGYgohK7ffibw2kmYHJdJvpV4iijgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFNF+RE+ARIlAkaHOrTJM3rLL1p9sMB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0cAMEQCIFgmzmPDHXrtkTcBPljk0pOsRKVc
RlE0hbcv6a5cgo+HAiATjk9x002kiwN5BeyzutrtGamISxd3RRuFpmwa9T2WIw==
-----END CERTIFICATE-----
', 1795482381467, NULL, '', X'01A84221A02CCFDE6D6C877845F591BB4BA224FE6A5DECC03E367AA5F047ACF285E9379EDEF586BD2418D68EA4B9D3A52027271A79859B2D969347E335E5B46D1034CF8FFEBC78C84976570686D6891390F7794787B10D9975279C39DE5BA70DE47DF5FFAE724B54B5B5732545C0FEEB375E0E34966518F57AEE0399D6D511FD11EB7A4D5E87FF3BB3AC68C1211D321E97A47B49207E41F3BF827A7E834AEBD43F56464541993798BD30A8C02B6A7587A2A36673764C3626E3FA7040A8E49EF0D16E336512292CAA799F2E10B7B447967C3FAD0C37E5D4A4CB9B554DB2BBE1AB0A4825AEB6CF22C06CA196A557095FD3194924335AFB2248895232A1C3179FB01EF16E4C2AFBD32A88A9D028DE15', 1796087181467);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a20b16-ec9b-78d2-a1ba-f3105190cc63', 1, 'bs', '70b3d59cd0000003', '6927b09623a98ee8e84a3c38d3e0078e', '1a3efeed92c862a6a502ea69da0974db1344f3fe1025dc2d1ea84539ce103aef', 1795395981000, 2110842381000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQaSewliOpjujoSjw40+AHjjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGUzMzAzMTU0MB4XDTI2MTEyMzAxMDYyMVoX
DTM2MTEyMTAxMDYyMVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOEYB0RkKUfd6HAXbea4IWgCZOjhTKGYkcpe
Z3HNJIRHBCfW8pxG8eRH6kqmXfIgHqHw9fhbesGYJ/QpzCk0KRWjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFGntn8Q7s/MFuuuAriF1zaKNckNcMB8GA1UdIwQYMBaAFGZcO74Xbkz+buzz
U6wnQw7f1HIqMAoGCCqGSM49BAMCA0gAMEUCIHx9r8saIJAcViEvMuKdnIIPPU9E
Qd77b+r8DuaVMaI8AiEA/aH5zY1b8XYMpf9ONbiNHgLWA5g4JrE807XGWliQsMw=
-----END CERTIFICATE-----
', 1795482381467, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "dashboard" ("id", "uuid", "org", "name", "description", "is_default", "columns", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1795482381062, 1795482381062);
INSERT INTO "decode_failure" ("org", "start_at", "messages") VALUES (1, 1795482381062, 1);
INSERT INTO "decoded_document" ("id", "blueprint", "checksum", "version", "type_eui", "document") VALUES (1, '01a20b16-e2d7-7a85-9865-328126a06291', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '1', '70b3d56770ff0001', '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "decoding" ("id", "document", "calibration", "last_seq") VALUES (1, 1, '{"k":1.5}', 0);
INSERT INTO "device" ("id", "uuid", "org", "name", "name_key", "interval_unit", "interval_value", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 1, 1795482381062, 1795482381062);
INSERT INTO "device_image" ("device", "media", "is_cover", "position") VALUES (1, 1, 1, 1);
INSERT INTO "device_model" ("id", "uuid", "org", "manufacturer", "name", "name_key", "code", "type_eui", "description", "datasheet_url", "ep_class", "uplink_interval_s", "created_at", "updated_at") VALUES (1, '01a20b16-e2d7-759d-956c-0d0a994e2a11', 1, 1, 'Meter', 'meter', 'meter', NULL, '', '', '', 0, 1795482378967, 1795482378967);
INSERT INTO "device_sensor" ("id", "uuid", "device", "template", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795482381062, 1795482381062);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795568778967, 'sent', 'api', 'operator@localhost', 1795482378967, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795482378967, 1795482378967000000, 1, 1795482379467, 1795482378967, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795568781467, 'waits', 'api', 'operator@localhost', 1795482381467, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'01E8B04CC4B441479DE031F5CE28B154DAA065208F61B597645B99C2E7C2B6FA5F0231BD6A0021062DC061D8B1', X'01EC08DA228CA76E0A4C425866A170E63076E8EB1FAAB70CF46BFB33E58E1AC302A3473E8D62BE8EA920D1A47D', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'49C4E6C0', X'7F1F4610', 57601, 1795482378967000000, 1795482378967, 1, 1795482378967, NULL, 0, 1795482378967, 1795482378967, NULL, 0, 1, NULL);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'01C52508420ECBB5C08C3E798DA3769B0CA5438C8EE3463E9604A1B9BCAC0711FF6CAED8DA3781EFD3AB961084', X'01536A725A6F56854C3FBC493DECD26D89BBCF6F725767F58EE43696387FE32E498886C903FD5DDFC2E77D76B2', X'01F483FD2B138EEC5AFA02D46B503BB0272E11EE7C3C680EF55FF29A566EA33B64A5E59E157F6F844BC5B964EA', 9320, 1, 0, 0, 0, 0, NULL, NULL, '01a20b16-e2d7-7a85-9865-328126a06291', 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795482378967, NULL, 0, 1795482378967, 1795482378967, NULL, 0, 2, '{"k":1.5}');
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'011C65AC055301AE880400AAF428DE0BAC12E3A9EE9368A9D13043CB768FFA3182CADD672EEF599ADBA2230981', X'01839ED4DF7E6F061187AFD77478933CD3679B4E8397EA2DA952192174E7197628C0F6CDD8174E5ACAA2BC9AB9', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'80E8815B', X'38E3D038', 57603, 1795482381467000000, 1795482381467, 4, NULL, NULL, 0, 1795482381467, 1795482381467, NULL, 0, 1, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (1, 3, 1795482379967000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4, 7, NULL, 15, 0, 12.5, 1, 1795482379967, 1795482380967);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (3, 0, 1795482381467000000, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a20b16-e2d7-7e00-a27f-e6a6b91ed83d', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795482378967, 1795482378967, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a20b16-e2d7-76c1-b787-15e87bcefedf', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795482378967, 1795482378967, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a20b16-e2d7-7856-9f80-b7330ac3e301', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795482378967, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a20b16-e2d7-7a28-b690-5dc96c794b02', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795482378967, 1795482378967, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a20b16-e2d7-7112-836d-fa320a1b62b3', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795482378967, 1795482378967, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a20b16-e2d7-715c-a566-3836618d801c', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795482378967, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a20b16-e2d7-78c0-9224-392eae60c2ba', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795482378967, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a20b16-e2d7-76a2-aeea-e02dea331b2a', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795482378967, 1795482378967, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a20b16-e2d7-7195-80ab-93e680c0683a', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795482378967, 1795482378967, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a20b16-e2d7-703b-8ccd-25f3ed138951', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795482378967, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a20b16-e2d7-7812-a6c0-4ec3279e95ee', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795482378967, 1795482378967, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a20b16-e2d7-73ce-a821-31a42f9062d8', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795482378967, 1795482379467, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a20b16-ec9b-77ba-9597-7c449f16961d', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795482381467, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a20b16-ec9b-7baf-b27a-ecc55b878b36', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795482381467, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a20b16-ec9b-746b-9d18-21f29cc7ac38', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795482381467, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a20b16-ec9b-7d2d-9295-b1b92de555d2', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795482381467, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (1, '01a20b16-e2d7-71ab-b085-f36711159c27', NULL, 'system.started', 'system', 'info', 'service_center', 'c6d47ba6f81b153d', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (2, '01a20b16-e2d7-7f7a-8b5d-870fa6d91e22', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (3, '01a20b16-e2d7-7fa7-a0c9-1c085687a85d', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:36256","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (4, '01a20b16-e2d7-704f-87b4-65fc4bc7013d', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (5, '01a20b16-e2d7-7701-860b-f72e7a6e86da', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:36268","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (6, '01a20b16-e2d7-7d15-ac50-7d77db629cfd', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795482378967, 1795482378967, 1, 'Application center connected', '', '{"sessionId":"01a20b16-e2d7-7726-99a3-8019c0e02488","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:36612","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (7, '01a20b16-e2d7-7d53-90ae-e05070aa92c3', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795482378967, 1795482378967, 1, 'Application center connected', '', '{"sessionId":"01a20b16-e2d7-70d8-9faf-99cfec92429a","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:36624","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (8, '01a20b16-e2d7-7727-a6e0-f957bd5de500', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (9, '01a20b16-e2d7-7b1d-97f1-999451760a21', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (10, '01a20b16-e2d7-78be-bb83-0baac6aa9f85', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a20b16-e2d7-7e00-a27f-e6a6b91ed83d"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (11, '01a20b16-e2d7-7a02-bf64-111e840eebdf', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (12, '01a20b16-e2d7-7bb3-91c6-781f566995ad', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (13, '01a20b16-e2d7-7932-a017-48a09c14ba59', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}', NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'4353F27B911F4246E0675DA3B390EF2A45DE76973C03267F40924F01F16CAB1F', 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (14, '01a20b16-e2d7-79b2-8886-26f0554aa58c', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (15, '01a20b16-e2d7-72c5-9a3f-b7d80db82633', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795482378967, 1795482378967, 1, 'Protocol error with an application center', '', '{"sessionId":"01a20b16-e2d7-7726-99a3-8019c0e02488","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}', 3, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (16, '01a20b16-e2d7-76ac-8d4e-1661872d7005', 1, 'manufacturer.created', 'catalog', 'info', 'user', '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Manufacturer created', '', '{"id":"01a20b16-e2d7-7e93-99af-d8f9dd0e625b","name":"Maker"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (17, '01a20b16-e2d7-7b92-b8b5-55b3acd7e500', 1, 'device_model.created', 'catalog', 'info', 'user', '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Device model created', '', '{"id":"01a20b16-e2d7-759d-956c-0d0a994e2a11","name":"Meter"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (18, '01a20b16-e2d7-7d20-a13a-7dba8df8479e', 1, 'blueprint.created', 'catalog', 'info', 'user', '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Blueprint created', '', '{"id":"01a20b16-e2d7-7a85-9865-328126a06291","name":"Meter 1","version":"1"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (19, '01a20b16-e2d7-7d57-b33b-0b507aded5ca', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["blueprint_id","calibration"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (20, '01a20b16-e2d7-738c-a6bf-65ea0d7a59a1', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482378967, 1795482378967, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (21, '01a20b16-e2d7-7b06-8ecc-fe207810bd22', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}', -5, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (22, '01a20b16-e2d7-7bd0-907a-f9239d4a7c31', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}', -6, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (23, '01a20b16-e2d7-7f72-ae02-2537b73bbbad', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482378967, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795482378967000000","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (24, '01a20b16-e4cb-7661-a601-5962050c4723', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482378967, 1795482379467, 1, 'Endpoint heard for the first time', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (25, '01a20b16-e4cb-7dd9-9af8-91111b265fee', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482379467, 1795482379467, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (26, '01a20b16-e4cb-7351-9ce4-ea7ee6d79506', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795482379467, 1795482379467, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (27, '01a20b16-ec9b-723f-98eb-3ead305718a5', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (28, '01a20b16-ec9b-78d4-a87b-fe9f7a17c1e5', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}', -7, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (29, '01a20b16-ec9b-7829-bbf2-f03efbfe87c9', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Certificate issued', '', '{"certificateId":"01a20b16-ec9b-7a29-8adf-cbeb2f2ea180","fingerprint":"051776ecb088685d084140c25ba1f0d1c8ff0b2e687e7408ccd00ce581280de5","notAfter":"2036-11-21T01:06:21.000Z"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (30, '01a20b16-ec9b-71bf-bbda-527ef90f246d', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (31, '01a20b16-ec9b-7e36-b4d0-24888825e4de', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (32, '01a20b16-ec9b-7db1-b342-d28ac19385bd', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (33, '01a20b16-ec9b-727e-ab1c-7847effe3f6b', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795482381467, 1795482381467, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:36276","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (34, '01a20b16-ec9b-79d0-80ed-1f2dea537dec', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a20b16-e2d7-715e-9979-b569a4f3e5d0', 'operator@localhost', 1795482381467, 1795482381467, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (35, '01a20b16-ec9b-7a1d-8530-ab0ec3df7721', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795482381467, 1795482381467, 1, 'Application center disconnected', '', '{"sessionId":"01a20b16-e2d7-70d8-9faf-99cfec92429a","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (36, '01a20b16-ec9b-7e68-b7e6-aacd6cbb7eee', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795482381467, 1795482381467, 1, 'Application center disconnected', '', '{"sessionId":"01a20b16-e2d7-7726-99a3-8019c0e02488","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (37, '01a20b16-ec9b-7baa-bd56-42d03d1d8062', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795482381467, 1795482381467, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (38, '01a20b16-ec9b-767d-9a7e-1c26d967fc06', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795482381467, 1795482381467, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (39, '01a20b16-ec9b-7b87-9c25-bf5e53c85c9e', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795482381467, 1795482381467, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (40, '01a20b16-ec9b-7773-8fae-d6ab1d5bf53a', NULL, 'system.stopped', 'system', 'info', 'service_center', 'c6d47ba6f81b153d', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795482381467, 1795482381467, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "external_identity" ("issuer", "subject", "user", "linked_at") VALUES ('filled', 'filled', 1, 1795482381062);
INSERT INTO "former_endpoint" ("endpoint", "version", "eui", "bidi", "key_column", "key", "sh_addr", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist") VALUES (1, 1, 'filled', 1, 'filled', X'01DE3F5B3133DEF0BFF84C17A935ECE176A0DE3A479ED996C92D228E8E332B', 1, 1, 1, 1, 1);
INSERT INTO "identity_provider" ("issuer", "metadata", "metadata_at", "keys", "keys_at") VALUES ('filled', 'filled', 1795482381062, NULL, NULL);
INSERT INTO "integration" ("id", "uuid", "org", "name", "description", "kind", "enabled", "event_types", "ep_euis", "device_models", "ep_tags", "include_subpackets", "max_per_second", "settings", "secrets", "revision", "ended", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 'http', 0, '[]', '[]', '[]', '{}', 0, 0, '{"url":"http://127.0.0.1:9/"}', X'01E8A0F36DA5F68BF482005D8F28F1791CB2F7A370E3206393F14853F5FF92', 1, '', 1795482381062, 1795482381062);
INSERT INTO "integration_notice" ("seq", "org", "event", "integration", "endpoint", "station", "at", "content", "stored_at") VALUES (1, 1, 'filled', NULL, NULL, NULL, 1, '{}', 1795482381062);
INSERT INTO "integration_parked" ("integration", "stream", "place", "reason", "parked_at") VALUES (1, 'filled', 1, 'filled', 1795482381062);
INSERT INTO "integration_progress" ("integration", "log_cursor", "event_cursor", "delivered", "dropped", "last_success_at", "last_error", "last_error_at") VALUES (1, 1, 1, 0, 0, NULL, '', NULL);
INSERT INTO "integration_replay" ("id", "uuid", "integration", "event_types", "log_cursor", "log_end", "event_cursor", "event_end", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '[]', 1, 1, 1, 1, 1795482381062);
INSERT INTO "known_network" ("user", "network", "seen_at") VALUES (1, 'filled', 1795482381062);
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "listened" ("id", "after_seq", "offset_ms", "from_ms", "upto_ms") VALUES (1, 3, 0, 1795482379467, 1795482381467);
INSERT INTO "manufacturer" ("id", "uuid", "org", "name", "name_key", "code", "description", "website", "contact_email", "created_at", "updated_at") VALUES (1, '01a20b16-e2d7-7e93-99af-d8f9dd0e625b', 1, 'Maker', 'maker', 'maker', '', '', '', 1795482378967, 1795482378967);
INSERT INTO "media" ("id", "uuid", "org", "filename", "content_type", "size", "unused_since", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, NULL, 1795482381062);
INSERT INTO "media_content" ("media", "content") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "membership" ("org", "user", "role", "manage_endpoints", "manage_base_stations", "status", "created_at", "updated_at") VALUES (1, 1, 'filled', 1, 1, 'filled', 1795482381062, 1795482381062);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (4, 1, 1, 1, 1, 1795482378967000000, 1795482378967, 1795482379467, X'044DA024', 0, 19, X'950103CF18EAD5B5F6CD23C0CB4029000000000000D09E950202CF18EAD5B5F6CD23C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (5, 1, 1, 1, 2, 1795482379467000000, 1795482379467, 1795482379967, X'0452A024', 0, 7, X'950105CF18EAD5B6149A88C0CB4029000000000000D09E950203CF18EAD5B6149A88C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (6, 1, 1, 1, 3, 1795482379967000000, 1795482379967, 1795482380467, X'04599F24', 0, 3, X'950107CF18EAD5B63267EDC0CB4029000000000000D09E950204CF18EAD5B63267EDC0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795482380467, 1795482380967, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795482380967, 1795482381467, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300, NULL, NULL);
INSERT INTO "meta" ("key", "value") VALUES ('configuration', '{"data_dir":"eWqqPk06XKgU","log.level":"e97Ke7GmGWkX","log.format":"xZ9Lx2dT0Z0W","auth.enabled":"FJrl78lHafVc","auth.access_token_s":"6hPL/VfXiE5U","auth.refresh_token_s":"JT5uCpp8cbbD","auth.refresh_absolute_s":"Vjy5lYD0H6Ez","auth.issuer":"xZ9Lx2dT0Z0W","auth.local_login":"624tlnC5e7k7","auth.login_notice":"xZ9Lx2dT0Z0W","auth.password.min_length":"Ml7EyZdTQadl","auth.password.deny_common":"624tlnC5e7k7","auth.totp.required":"FJrl78lHafVc","auth.registration.mode":"HRGHjRXnuZSL","auth.registration.domains":"LNNDKM2qYi++","auth.oidc.enabled":"FJrl78lHafVc","auth.oidc.client_id":"xZ9Lx2dT0Z0W","auth.oidc.client_secret":"xZ9Lx2dT0Z0W","auth.oidc.scopes":"2wWes1UF4V6r","auth.oidc.label":"0c8GW/viEfJD","auth.oidc.auto_redirect":"FJrl78lHafVc","auth.oidc.create_users":"FJrl78lHafVc","auth.oidc.domains":"LNNDKM2qYi++","auth.oidc.link_by_email":"FJrl78lHafVc","auth.oidc.trust_email":"FJrl78lHafVc","auth.oidc.organization_claim":"xZ9Lx2dT0Z0W","auth.oidc.role":"BtP3WNemysIk","auth.oidc.ca_file":"xZ9Lx2dT0Z0W","auth.oidc.issuer":"xZ9Lx2dT0Z0W","auth.oauth2.enabled":"FJrl78lHafVc","auth.oauth2.client_id":"xZ9Lx2dT0Z0W","auth.oauth2.client_secret":"xZ9Lx2dT0Z0W","auth.oauth2.scopes":"2wWes1UF4V6r","auth.oauth2.label":"oIun0kfi49VH","auth.oauth2.auto_redirect":"FJrl78lHafVc","auth.oauth2.create_users":"FJrl78lHafVc","auth.oauth2.domains":"LNNDKM2qYi++","auth.oauth2.link_by_email":"FJrl78lHafVc","auth.oauth2.trust_email":"FJrl78lHafVc","auth.oauth2.organization_claim":"xZ9Lx2dT0Z0W","auth.oauth2.role":"BtP3WNemysIk","auth.oauth2.ca_file":"xZ9Lx2dT0Z0W","auth.oauth2.authorize_url":"xZ9Lx2dT0Z0W","auth.oauth2.token_url":"xZ9Lx2dT0Z0W","auth.oauth2.userinfo_url":"xZ9Lx2dT0Z0W","admin.email":"xZ9Lx2dT0Z0W","admin.password":"xZ9Lx2dT0Z0W","organizations.self_service":"FJrl78lHafVc","org_enforcement_enabled":"FJrl78lHafVc","service_center.eui":"xZ9Lx2dT0Z0W","service_center.name":"1KoABXLxfvyp","service_center.vendor":"NtzbTPJq171L","service_center.model":"dhAIiR78GYxy","master_key_file":"zp01cYUIkYyd","bssci_host":"i3eTMQ3972rV","bssci_port":"/j17sLswOx2f","bssci_tls.cert":"xZ9Lx2dT0Z0W","bssci_tls.key":"xZ9Lx2dT0Z0W","bssci_tls.ca":"xZ9Lx2dT0Z0W","bssci_tls.min_version":"U3OxjN+YkP6Z","bssci_tls.bind_certificate":"624tlnC5e7k7","bssci.register_unknown":"FJrl78lHafVc","bssci.handshake_s":"qOsa7JStvIVg","bssci.con_s":"qOsa7JStvIVg","bssci.con_cmp_s":"qOsa7JStvIVg","bssci.write_stall_s":"Ml7EyZdTQadl","bssci.ping_s":"zKGmrO1s/nwI","bssci.dead_s":"Ps0LY65gATt5","bssci.ping_answer_s":"qOsa7JStvIVg","bssci.status_first_s":"zKGmrO1s/nwI","bssci.status_s":"KxRQ+hrNTEDC","bssci.answer_s":"zKGmrO1s/nwI","bssci.attach_repeat_s":"oOTdgyjP4ypK","bssci.propagate_group":"OMozAHNCmGFE","bssci.propagate_pause_ms":"/j17sLswOx2f","bssci.session_retention_s":"JT5uCpp8cbbD","bssci.mac_types":"8vgpBvIq3HOM","scaci_host":"i3eTMQ3972rV","scaci_port":"/j17sLswOx2f","scaci_tls.cert":"xZ9Lx2dT0Z0W","scaci_tls.key":"xZ9Lx2dT0Z0W","scaci_tls.ca":"xZ9Lx2dT0Z0W","scaci_tls.min_version":"jctEUUOOXMak","scaci_tls.bind_certificate":"624tlnC5e7k7","scaci_tls.ciphers":"p8AIGVMhv5Z1","scaci.enabled":"624tlnC5e7k7","scaci.establish_s":"qOsa7JStvIVg","scaci.write_stall_s":"Ml7EyZdTQadl","scaci.ping_s":"KxRQ+hrNTEDC","scaci.ping_answer_s":"Ml7EyZdTQadl","scaci.max_pending":"k0YXeprIMaL/","scaci.held_operations":"Ps0LY65gATt5","scaci.session_retention_s":"Vjy5lYD0H6Ez","scaci.ul_data_tx":"624tlnC5e7k7","scaci.only_registered":"FJrl78lHafVc","gateway_host":"i3eTMQ3972rV","gateway_port":"/j17sLswOx2f","gateway_tls.enabled":"S7WUmLHmfr69","gateway_tls.cert":"xZ9Lx2dT0Z0W","gateway_tls.key":"xZ9Lx2dT0Z0W","gateway.allowed_hosts":"LNNDKM2qYi++","gateway.base_url":"xZ9Lx2dT0Z0W","gateway.trusted_proxies":"LNNDKM2qYi++","gateway.cors_origins":"LNNDKM2qYi++","rest.strict_connections":"FJrl78lHafVc","core_host":"i3eTMQ3972rV","core_port":"/j17sLswOx2f","core.allow_remote":"FJrl78lHafVc","core.peer_secret":"xZ9Lx2dT0Z0W","health.host":"i3eTMQ3972rV","health.core_port":"/j17sLswOx2f","health.gateway_port":"/j17sLswOx2f","store.path":"mEJzrjCa0stO","store.synchronous":"0Fu/j8vAh12s","store.engine":"S7WUmLHmfr69","store.low_free_mb":"xZ9Lx2dT0Z0W","store.min_free_mb":"xZ9Lx2dT0Z0W","backup.dir":"AMBKWEShBqOJ","backup.keep":"Pmo6r0xrlKwY","retention.messages_days":"AkSFTt+y8JjA","retention.events_days":"qOsa7JStvIVg","retention.audit_days":"blfgAsBj7bKx","retention.alerts_days":"FbKDgUojh9Oc","retention.value_hours_days":"AkSFTt+y8JjA","retention.figures_days":"3rQlPvR4lUip","retention.max_database_mb":"xZ9Lx2dT0Z0W","alerts.basestation_offline.enabled":"624tlnC5e7k7","alerts.basestation_offline.hold_s":"oOTdgyjP4ypK","alerts.basestation_offline.clear_s":"/j17sLswOx2f","alerts.basestation_flapping.enabled":"624tlnC5e7k7","alerts.basestation_flapping.limit":"EYmAPnA0hugp","alerts.basestation_flapping.clear_limit":"CbzXRECIhT/+","alerts.basestation_flapping.window_s":"6/0wIDDjgsuN","alerts.basestation_flapping.clear_s":"6/0wIDDjgsuN","alerts.basestation_refused.enabled":"624tlnC5e7k7","alerts.basestation_refused.limit":"yo+fjpWj7RdC","alerts.basestation_refused.clear_limit":"dwQD9ZGwP6Nh","alerts.basestation_refused.window_s":"Jrei/XnQtMHI","alerts.basestation_refused.clear_s":"6/0wIDDjgsuN","alerts.basestation_status.enabled":"624tlnC5e7k7","alerts.basestation_status.hold_s":"/j17sLswOx2f","alerts.basestation_status.clear_s":"/j17sLswOx2f","alerts.basestation_load.enabled":"624tlnC5e7k7","alerts.basestation_load.limit":"6s1QxgTCwQoM","alerts.basestation_load.clear_limit":"xZ9Lx2dT0Z0W","alerts.basestation_load.hold_s":"Jrei/XnQtMHI","alerts.basestation_load.clear_s":"oOTdgyjP4ypK","alerts.basestation_temperature.enabled":"624tlnC5e7k7","alerts.basestation_temperature.limit":"lf7Cfz82+kjg","alerts.basestation_temperature.clear_limit":"xZ9Lx2dT0Z0W","alerts.basestation_temperature.hold_s":"/j17sLswOx2f","alerts.basestation_temperature.clear_s":"oOTdgyjP4ypK","alerts.basestation_duty_cycle.enabled":"624tlnC5e7k7","alerts.basestation_duty_cycle.limit":"xYeNbzO1h5C/","alerts.basestation_duty_cycle.clear_limit":"xZ9Lx2dT0Z0W","alerts.basestation_duty_cycle.hold_s":"/j17sLswOx2f","alerts.basestation_duty_cycle.clear_s":"Jrei/XnQtMHI","alerts.basestation_clock.enabled":"624tlnC5e7k7","alerts.basestation_clock.limit":"dwQD9ZGwP6Nh","alerts.basestation_clock.clear_limit":"xZ9Lx2dT0Z0W","alerts.basestation_clock.hold_s":"/j17sLswOx2f","alerts.basestation_clock.clear_s":"oOTdgyjP4ypK","alerts.endpoint_silent.enabled":"624tlnC5e7k7","alerts.endpoint_silent.limit":"S+lQq41j09HL","alerts.endpoint_silent.hold_s":"/j17sLswOx2f","alerts.endpoint_silent.clear_s":"/j17sLswOx2f","alerts.endpoint_inactive.enabled":"FJrl78lHafVc","alerts.endpoint_inactive.hold_s":"/j17sLswOx2f","alerts.endpoint_inactive.clear_s":"/j17sLswOx2f","alerts.endpoint_attach_failing.enabled":"624tlnC5e7k7","alerts.endpoint_attach_failing.limit":"yo+fjpWj7RdC","alerts.endpoint_attach_failing.window_s":"6/0wIDDjgsuN","alerts.endpoint_attach_failing.clear_s":"/j17sLswOx2f","alerts.endpoint_loss.enabled":"FJrl78lHafVc","alerts.endpoint_loss.limit":"/QxzBrtoFP4G","alerts.endpoint_loss.clear_limit":"xZ9Lx2dT0Z0W","alerts.endpoint_loss.hold_s":"/j17sLswOx2f","alerts.endpoint_loss.clear_s":"/j17sLswOx2f","alerts.endpoint_unknown.enabled":"624tlnC5e7k7","alerts.endpoint_unknown.limit":"yo+fjpWj7RdC","alerts.endpoint_unknown.clear_limit":"dwQD9ZGwP6Nh","alerts.endpoint_unknown.window_s":"JT5uCpp8cbbD","alerts.endpoint_unknown.clear_s":"JT5uCpp8cbbD","alerts.decode_failing.enabled":"624tlnC5e7k7","alerts.decode_failing.limit":"EYmAPnA0hugp","alerts.decode_failing.clear_limit":"xZ9Lx2dT0Z0W","alerts.decode_failing.hold_s":"/j17sLswOx2f","alerts.decode_failing.clear_s":"/j17sLswOx2f","alerts.downlink_failing.enabled":"624tlnC5e7k7","alerts.downlink_failing.limit":"yo+fjpWj7RdC","alerts.downlink_failing.clear_limit":"xZ9Lx2dT0Z0W","alerts.downlink_failing.hold_s":"/j17sLswOx2f","alerts.downlink_failing.clear_s":"/j17sLswOx2f","alerts.scaci_disconnected.enabled":"624tlnC5e7k7","alerts.scaci_disconnected.hold_s":"Jrei/XnQtMHI","alerts.scaci_disconnected.clear_s":"/j17sLswOx2f","alerts.integration_failing.enabled":"624tlnC5e7k7","alerts.integration_failing.hold_s":"oOTdgyjP4ypK","alerts.integration_failing.clear_s":"KxRQ+hrNTEDC","alerts.certificate_server.enabled":"624tlnC5e7k7","alerts.certificate_server.limit":"ow/VSgYzKo0X","alerts.certificate_server.clear_limit":"xZ9Lx2dT0Z0W","alerts.certificate_server.hold_s":"/j17sLswOx2f","alerts.certificate_server.clear_s":"/j17sLswOx2f","alerts.certificate_ca.enabled":"624tlnC5e7k7","alerts.certificate_ca.limit":"RLqOb35Mbpwo","alerts.certificate_ca.clear_limit":"xZ9Lx2dT0Z0W","alerts.certificate_ca.hold_s":"/j17sLswOx2f","alerts.certificate_ca.clear_s":"/j17sLswOx2f","alerts.certificate_target.enabled":"624tlnC5e7k7","alerts.certificate_target.limit":"ow/VSgYzKo0X","alerts.certificate_target.clear_limit":"xZ9Lx2dT0Z0W","alerts.certificate_target.hold_s":"/j17sLswOx2f","alerts.certificate_target.clear_s":"/j17sLswOx2f","alerts.certificate_basestation.enabled":"624tlnC5e7k7","alerts.certificate_basestation.limit":"ow/VSgYzKo0X","alerts.certificate_basestation.clear_limit":"xZ9Lx2dT0Z0W","alerts.certificate_basestation.hold_s":"/j17sLswOx2f","alerts.certificate_basestation.clear_s":"/j17sLswOx2f","alerts.storage.enabled":"624tlnC5e7k7","alerts.storage.hold_s":"/j17sLswOx2f","alerts.storage.clear_s":"KxRQ+hrNTEDC","alerts.database.enabled":"624tlnC5e7k7","alerts.database.limit":"dwQD9ZGwP6Nh","alerts.database.clear_limit":"dwQD9ZGwP6Nh","alerts.database.window_s":"oOTdgyjP4ypK","alerts.database.clear_s":"oOTdgyjP4ypK","alerts.backup.enabled":"624tlnC5e7k7","alerts.backup.hold_s":"/j17sLswOx2f","alerts.backup.clear_s":"/j17sLswOx2f","alerts.listener.enabled":"624tlnC5e7k7","alerts.listener.hold_s":"/j17sLswOx2f","alerts.listener.clear_s":"/j17sLswOx2f","alerts.overload.enabled":"624tlnC5e7k7","alerts.overload.limit":"dwQD9ZGwP6Nh","alerts.overload.clear_limit":"xZ9Lx2dT0Z0W","alerts.overload.hold_s":"KxRQ+hrNTEDC","alerts.overload.clear_s":"oOTdgyjP4ypK","alerts.login_attack.enabled":"624tlnC5e7k7","alerts.login_attack.limit":"B3KW8bvteW8T","alerts.login_attack.clear_limit":"dwQD9ZGwP6Nh","alerts.login_attack.window_s":"Jrei/XnQtMHI","alerts.login_attack.clear_s":"tf6rU+I16tFP","alerts.clock.enabled":"624tlnC5e7k7","alerts.clock.hold_s":"/j17sLswOx2f","alerts.clock.clear_s":"/j17sLswOx2f","alerts.endpoint_battery.enabled":"624tlnC5e7k7","alerts.endpoint_battery.limit":"B3KW8bvteW8T","alerts.endpoint_battery.clear_limit":"xZ9Lx2dT0Z0W","alerts.endpoint_battery.hold_s":"/j17sLswOx2f","alerts.endpoint_battery.clear_s":"/j17sLswOx2f","alerts.endpoint_battery.volts":"eTtVK41M1PZg","alerts.basestation_deaf.enabled":"624tlnC5e7k7","alerts.basestation_deaf.limit":"DVPbEX3KkqfP","alerts.basestation_deaf.hold_s":"/j17sLswOx2f","alerts.basestation_deaf.clear_s":"/j17sLswOx2f","alerts.endpoint_margin.enabled":"FJrl78lHafVc","alerts.endpoint_margin.limit":"yo+fjpWj7RdC","alerts.endpoint_margin.clear_limit":"xZ9Lx2dT0Z0W","alerts.endpoint_margin.hold_s":"/j17sLswOx2f","alerts.endpoint_margin.clear_s":"/j17sLswOx2f","alerts.endpoint_single_path.enabled":"FJrl78lHafVc","alerts.endpoint_single_path.hold_s":"/j17sLswOx2f","alerts.endpoint_single_path.clear_s":"/j17sLswOx2f","alerts.traffic_drop.enabled":"FJrl78lHafVc","alerts.traffic_drop.limit":"yvCL7IrnQSrj","alerts.traffic_drop.clear_limit":"xZ9Lx2dT0Z0W","alerts.traffic_drop.hold_s":"/j17sLswOx2f","alerts.traffic_drop.clear_s":"/j17sLswOx2f","alerts.email.host":"xZ9Lx2dT0Z0W","alerts.email.port":"xZ9Lx2dT0Z0W","alerts.email.starttls":"P8+Ugu8e10IX","alerts.email.ca":"xZ9Lx2dT0Z0W","alerts.email.username":"xZ9Lx2dT0Z0W","alerts.email.password":"xZ9Lx2dT0Z0W","alerts.email.from":"wSQNNM0TLtUd","alerts.email.to":"LNNDKM2qYi++","alerts.heartbeat_url":"xZ9Lx2dT0Z0W","endpoint.activity_window_s":"JT5uCpp8cbbD","uplink.reception_window_ms":"GS1RtuyFJOak","uplink.duplicate_window_s":"oOTdgyjP4ypK","downlink.validity_s":"JT5uCpp8cbbD","downlink.hand_over":"xQRciCBKL6PV","downlink.max_pending_per_endpoint":"by63VgeFu7vL","downlink.requeue_offline_s":"oOTdgyjP4ypK","downlink.sweep_s":"EYmAPnA0hugp","downlink.rx_query_s":"oOTdgyjP4ypK","integrations.max_age_s":"57fRd1Clofes","integrations.allow_targets":"LNNDKM2qYi++","mqtt.broker.enabled":"FJrl78lHafVc","mqtt.broker.host":"i3eTMQ3972rV","mqtt.broker.port":"9Gqrb9D9gEZR","mqtt.broker.tls_host":"X4UFLMTaHj/C","mqtt.broker.tls_port":"1HuD3daZZfi3","mqtt.broker.max_connections":"by63VgeFu7vL","mqtt.broker.max_subscriptions":"OMozAHNCmGFE","mqtt.broker.max_retained":"k0YXeprIMaL/","pki.key_type":"NhzR7SO+BJgQ","pki.ca_days":"l94CUj81+9yi","pki.server_days":"HjiE/J8quMdJ","pki.client_days":"KkzOjxUIEVmE","pki.renew_at":"5a7OBItLG3ee","pki.server_names":"0ZOZBdDnq3AA","limits.connections":"HjuSwP5KbcG/","limits.handshakes_per_s":"by63VgeFu7vL","limits.connect_frame_bytes":"9OQcPvEL91hf","limits.frame_bytes":"2Y5AjCatKDTO","limits.open_operations":"RGxr/6e+8xwD","limits.send_buffer_bytes":"EDU4QRj0bowB","limits.requests_per_s":"/j17sLswOx2f","limits.rest_requests_per_s":"/j17sLswOx2f","limits.logins_per_min":"KxRQ+hrNTEDC","limits.registrations_per_min":"Ml7EyZdTQadl","limits.refreshes_per_min":"aQ+QHYAOnmYu","limits.endpoints":"xZ9Lx2dT0Z0W","limits.base_stations":"xZ9Lx2dT0Z0W"}');
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a20b16-e2d7-715e-9979-b569a4f3e5d0');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'ARzTOIM9Zz8DwpQT/sm2stee2jsZMeyOY3cmyLcoxQNb7VxkTU+ElwUpSzXCj82g6/G7JqNuu2c9BVtCYg==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', 'c6d47ba6f81b153d');
INSERT INTO "meta" ("key", "value") VALUES ('shipped_catalog', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
INSERT INTO "meta" ("key", "value") VALUES ('time_floor', '1795475751715');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795482378967);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"49c4e6c0","sign":"7f1f4610","snr":12.5,"rssi":-98}', 1795482378967);
INSERT INTO "notification" ("id", "channel", "alert", "opening", "change", "severity", "rule", "at", "message", "sent_at", "again_at", "repeats", "failed_ms") VALUES (1, 1, 1, 1, 'filled', 'filled', 'filled', 1, 1, NULL, NULL, 0, 0);
INSERT INTO "notification_channel" ("id", "name", "enabled") VALUES (1, 'email', 0);
INSERT INTO "notification_message" ("id", "channel", "rule", "message_id", "made_at") VALUES (1, 1, 'filled', 'filled', 1795482381062);
INSERT INTO "once" ("id", "org", "caller", "key", "digest", "kept_at", "up_to", "result", "secret") VALUES (1, 1, 'filled', 'filled', 'filled', 1795482381062, 1, '{}', X'0140F1FCC6F41C6EA913E88678C8C6CBCBEF02F5EA3A7EE79585DAF797D5EB');
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'01FB6716C0AA86BD5F6F698C13903FD68B6756F906FEB13F85367BD146646590488774488CD11D0738270C8A013ADE2F9974B90A0DCE07CCCA59655E48F2884202DA67BD0143AB2EF3DCEFAD8270690671E61B6C505689376325B811F49F5C7C96A468D3CE4E1AAB33', 1, '', 0, 1795482381467);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'01C305C07B32C6EA9B742F2D68B78714250755CAA0241FB839E3F54EA4AB960604F958C870C0ACCBF096A3EEB8F8A4678FDAEAD78F16ABD3E1ECCCD2DE73968AD5C3865B9F3BD6EFA2DFA90CEAFF96A44EDEF44268A3B4A37E8FE408A21CD860F57E4FAD5FB53299194B73D5239458FCCFF13A972B131F27E549C890F271C2F73B900589AF7906823EBE43D2155FA9F2D6124D2267D40E52', 2, '', 0, 1795482378967);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'01B314A634A68344F82827CC2B3DA4E3984D6DF55AF35D3B9D74603E64EA76920628F32B9478ECA3FDBE60B12E3CAC6A68256AFD3B320EFF12A75EACCDAAA743BE9A24A3B065DD3CF1FCB17BC4503A00E7BCD75D1D2C05E64CA8C8C207001D70AB6318E04FB03323D258AE6C887EA4402441327FE2D5F04E115D1CB90888BB3EFAEF02DC403F154D770C058D6370B240321AE6B875C99AC7', 2, '', 0, 1795482378967);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'016A3FFC4F5BAEEA1788B712E6D3CE90E2BCB03BD9DE1B75890E3A0030BFCBE405D6C66AA5DDEF5B4C936755DCAA3EFFD0938965938F460943D966A53B7F27AAFB8C4A95E17523A3C8196374D910904B2EBE792943C92EB9FF9C89AD2278A804E98DDF72833DFFE736D64E9A45E9C95463BAFB7146FD8FB139699FAB31C557E1D8669663F3E201FB98CC4590DF91C7BD1A2BB6E569FB1F19C3D2059520E0D147AB239FBE', 1, '', 0, 1795482378967);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'0163197369060E0DF18F846CCEF23D16FAEBFCB2025EC9CC4D3300407BDC5471B3A22819CA6D8571C354B42AB53CD738FFB0AB3A2A3D1C200BA42073A206B4CB44B3BAEF53523307627B385EF07A819978D3F1AD7809AF1B919FBA06F59A7AE287E958B7A5E857291B30CE232F14005E402C5DC1249A58C1E8076FAED2A639D65532C7CDE5B22A134001512E63EDDD0EAEDF8624ECAC2BB8', 2, '', 0, 1795482378967);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at", "name_key", "deleted_at", "version") VALUES (1, '01a20b16-e2d7-7e10-a95f-7cff6e2b3cee', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795482378967, 1795482378967, 'default organization', NULL, 2);
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (1, 9, 4294967296, 1795482000000, X'00290003260C00D79017E8079875DE96070002010F00020F000101882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (2, 9, 4294967297, 1795482000000, X'00280203250C00D79017E8079875DE96070002010F00020F0000882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (3, 9, 4294967296, 1767225600000, X'003100022E06007B00E044EEED040002010B0202040003B0099EB202000101D81D8827CEBB029EB20202080104010229010201');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (4, 9, 4294967297, 1767225600000, X'001A02011703007B88279EB2020002010700020500B0099EB2020000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (1, 9, 1099511627776, X'B9B81E010100030000060C00009875DE960700009EB2029EB202D79017E807000090FB1D01010002000002060000E044EEED040000CEBB029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (2, 9, 2199023255552, X'B9B81E020100030000060C00009875DE960700009EB2029EB202D79017E8070000B9B81E030101000003030C00009875DE960700009EB2029EB202D79017E8070000B9B81E030102000000030C00009875DE960700009EB2029EB202D79017E807000090FB1D0201000100000103000088279EB20200009EB2029EB2027B00000090FB1D0301010000010103000088279EB20200009EB2029EB2027B00000090FB1D03000100000101030000D81DCEBB020000CEBB02CEBB027B00000090FB1D03010200000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (3, 9, 4398046511104, X'B9B81E040100000003030C00009875DE960700009EB2029EB202D79017E8070000B9B81E040200000000030C00009875DE960700009EB2029EB202D79017E807000090FB1D04010000000202060000E044EEED040000CEBB029EB2027B00000090FB1D04020000000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "physical_device" ("device", "uuid", "org", "endpoint", "connection", "client_device_id", "configuration", "given", "secrets", "created_by_api", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, NULL, 'plant', 'pump 7', '{}', '[]', X'01E85C8225CB1B93AD83909B6924D6B08303C0AC6DC165A1EAEBA3373BBEF4', 1, 1795482381062, 1795482381062);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795482378967, 1795482381467);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795482378967, 1795482381467);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795482381467, 1795482381467);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a20b16-e2d7-746c-a324-025da4c69157', 0, NULL, '', 1795482378967);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a20b16-e2d7-76a2-aeea-e02dea331b2a', 0, NULL, '', 1795482378967);
INSERT INTO "recovery_code" ("user", "hash") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "refresh_token" ("hash", "sign_in", "expires_at", "used_at", "successor", "given_at") VALUES (X'0707070707070707070707070707070707070707070707070707070707070707', 1, 1795482381062, NULL, X'01243733F091A8D4210EC2300FE1841DFF88A46DD2199C718DD2D5B5E1BFFA', NULL);
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795482381467, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795482381062, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1, NULL, NULL, 1795482381062, 1795482381062, 0, 0, 0, NULL, NULL);
INSERT INTO "rule" ("id", "uuid", "org", "name", "description", "enabled", "definition", "cooldown_s", "version", "log_from", "event_from", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 0, 'filled', 1, 1, 1, 1, 1795482381062, 1795482381062);
INSERT INTO "rule_activity" ("rule", "last_triggered_at", "last_error") VALUES (1, 1795482381062, '');
INSERT INTO "rule_execution" ("id", "uuid", "rule", "version", "endpoint", "ep_eui", "device", "fired_at", "stored_at", "found", "actions") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 1, 1, 'filled', 'filled', 1795482381062, 1795482381062, 'filled', '{}');
INSERT INTO "rule_progress" ("one", "log_cursor", "event_cursor", "revision", "devices") VALUES (1, 1, 1, 1, 0);
INSERT INTO "rule_state" ("endpoint", "rule", "since", "fired", "fired_at", "value", "commands_from", "commands", "due_at") VALUES (1, 1, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a20b16-e2d7-702b-b51d-b60ddf424ddc', 1, 1, 'received', 'operator@localhost', 1795482378967, 1, 1, -5, 1795482378967, 1795482379467, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a20b16-ec9b-7536-bf74-d16cfc68fcf7', 1, 1, 'pending', 'operator@localhost', 1795482381467, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a20b16-e4cb-7882-8526-51e961f2e663', 1, 1, 1795482379467000000, 1795482379467, 2, 12.5, -98.0, 1, 5);
INSERT INTO "second_factor" ("user", "secret", "enrolled_at", "confirmed_at", "last_step") VALUES (1, X'0197C784AD30C5442AAFE6FCE8A4AF6606487276BF4429FF5A8EA569C05F6C', 1795482381062, NULL, 1);
INSERT INTO "sensor_mapping" ("sensor", "uuid", "source_path", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 1795482381062, 1795482381062);
INSERT INTO "sensor_template" ("id", "uuid", "org", "name", "name_key", "description", "kind", "unit", "value_type", "default_key", "min", "max", "decimals", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', NULL, NULL, NULL, 1, 1795482381062, 1795482381062);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (1, 1, X'F4BDB0DEEED97774FF24C8C12F4A2DDA', X'EF8549AE84E94FEC91B5F34BFC6B4DC7', '1.0.0', 10, 10, -7, 'disconnected', 1795482378967, 1795482381467, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (2, 2, X'68745C0A07F6AE88449FFDAACCB09CA4', X'7C9003E1170B4E3C998344E3840DCF60', '1.0.0', 5, 5, -5, 'disconnected', 1795482378967, 1795482381467, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (3, 4, X'EC1C08A723F8B461AF2BAC5A801066D4', X'0FE9D1776CE54923AEFC57DA192A5F06', '1.0.0', 2, 0, -3, 'disconnected', 1795482381467, 1795482381467, 9007199254740991, NULL);
INSERT INTO "shipped_row" ("uuid", "content", "default_blueprint") VALUES ('0190b6a0-0000-7000-8000-00000000f111', '{}', NULL);
INSERT INTO "sign_in" ("id", "uuid", "user", "user_id", "began_at", "ends_at", "expires_at", "ended_at", "ended_by", "refreshed_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795482381062, 1795482381062, 1795482381062, NULL, 'logout', NULL);
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "token_secret" ("id", "kid", "created_at", "secret") VALUES (1, 'filled', 1795482381062, X'01171C1F7E4C85A4A46112F019D0B96F3AA438F558359A4CE32606C66838DE');
INSERT INTO "traffic_hour" ("org", "hour", "counts") VALUES (1, 1, 'filled');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line", "org", "ep_eui") VALUES (1, -7, 7, 15, NULL, NULL);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc", "ac_eui", "session", "last_bs", "done_bs") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795482381467, 1795482381967, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL, NULL, 1, 10, 9);
INSERT INTO "user" ("id", "uuid", "email", "first_name", "last_name", "company_name", "note", "words", "is_admin", "is_active", "password", "password_change_required", "provider", "last_login_at", "created_at", "updated_at", "version", "default_org") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1, 0, NULL, 1, '', NULL, 1795482381062, 1795482381062, 1, NULL);
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
