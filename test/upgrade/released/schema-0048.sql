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
INSERT INTO "activity" ("id", "grain", "start_at", "place", "cells") VALUES (1, 1, 1795472560049, 1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "activity_from" ("seq") VALUES (1);
INSERT INTO "activity_round" ("last_id", "up_to", "place", "id") VALUES (1, 1, 1, 1);
INSERT INTO "alert" ("id", "uuid", "org", "rule", "category", "severity", "status", "source", "source_type", "source_id", "source_name", "title", "description", "first_seen_at", "last_seen_at", "count", "opening", "opened_at", "step", "told", "acknowledged_at", "acknowledged_by", "note", "resolved_at", "resolution", "event", "inhibited_by", "silenced_until", "flapping", "data") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'warning', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1795472560049, 1795472560049, 1, 1, 1795472560049, 1, 0, NULL, '', '', NULL, '', NULL, '', NULL, 0, '{}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 1', '{"source":{"type":"base_station","id":1,"org":1},"level":1,"since":[1795472560661],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 2', '{"source":{"type":"base_station","id":2,"org":1},"level":1,"since":[1795472560661],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 4', '{"source":{"type":"base_station","id":4,"org":1},"level":1,"since":[1795472560661],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a1', '{"source":{"type":"application_center","id":"70b3d59cd00000a1","org":1},"level":1,"since":[1795472560661],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a2', '{"source":{"type":"application_center","id":"70b3d59cd00000a2","org":1},"level":1,"since":[1795472560661],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_silence" ("id", "uuid", "org", "rule", "source_id", "tag_key", "tag_value", "until_at", "reason", "created_at", "created_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '', '', '', '', 1795472560049, 'filled', 1795472560049, '');
INSERT INTO "api_key" ("id", "uuid", "org", "name", "key_type", "user_id", "user_email", "prefix", "hash", "scopes", "expires_at", "created_at", "created_by", "last_used_at", "last_used_address") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 'filled', X'0707070707070707070707070707070707070707070707070707070707070707', '[]', NULL, 1795472560049, 'filled', NULL, '');
INSERT INTO "audit_break" ("org", "after_hash", "at") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707', 1);
INSERT INTO "audit_chain" ("org", "organization", "unlinked", "removed", "head") VALUES (1, '01a20a81-0851-7bc2-8c75-11c0d9a7c8f2', 0, X'0000000000000000000000000000000000000000000000000000000000000000', X'4BF132EEAFE405E03C79BD8C85C1140C1E77BDDC14E04FF9AEDCEECC2D8FF7BB');
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:49508', 0, 1795472558161, 1795472560661, 'server_stopped', 1795472560661, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6f82d7a7568034a0a5b5a5b15d739ac3dadfe027d6b1c964b3989ff79c984c86', 2110832558000, '[]', '[]', '{}', 1795472558161, 1795472558161, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:49510', 0, 1795472558161, 1795472560661, 'server_stopped', 1795472560161, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'cd28976f3b4aa6535e5654067129de7108a7a8dd4f4202ff8ac564144872f53f', 2110832558000, '[]', '[]', '{}', 1795472558161, 1795472558161, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795472560661, 1795472560661, 1795472560661);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:49524', 0, 1795472560661, 1795472560661, 'server_stopped', 1795472560661, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'a149bf76d490949c509e926c9e7f268f79158ea2e87d28a46eacc9d5bc4d4fa3', 2110832560000, '[]', '[]', '{}', 1795472560661, 1795472560661, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at", "sealing") VALUES (4, 9, 1767225600123456789, 1795472559161000000, 1795472560049, 0);
INSERT INTO "blueprint" ("id", "uuid", "org", "device_model", "version", "name", "description", "is_default", "type_eui", "spec_type_eui", "uplink_formats", "downlink_formats", "output_names", "checksum", "registry_state", "registry_url", "created_at", "updated_at") VALUES (1, '01a20a81-0851-791b-8565-054f32c5ea5c', 1, 1, '1', 'Meter 1', '', 1, '70b3d56770ff0001', '70b3d56770ff0001', '[0]', '[]', '[]', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '', '', 1795472558161, 1795472558161);
INSERT INTO "blueprint_document" ("blueprint", "document") VALUES (1, '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795471200000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795471200000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795471200000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795471200000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795471200000, 'ulData', 4, 0, 1500);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a20a81-0851-7314-8413-c93e01a83dbd', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795472558161, 1795472558161, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -6, 7, 2, 1, 1, 1795472560161, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -5, 6, 2, 1, 1, 1795472559661, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -4, 5, 2, 1, 1, 1795472559161, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -3, 4, 2, 1, 1, 1795472558661, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -2, 2, 0, 1, 1, 1795472558161, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -1, 1, 0, 1, 1, 1795472558161, NULL, NULL);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795472558161);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795472558161);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795472558161);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795472560661);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795472558161);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a20a81-0851-7308-8858-1b83c80a80b4', 1, '70b3d59cd00000a1', X'50B061B002A47FC615D6D98232B84A6F', X'C3A7C46AB818FB344677C3C5581D899B', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 8, 8, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:35388', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '314fb85d24e05ed83cebd0bbe0b8507188635499025fded29d03eb60ae697cde', 'CN=70b3d59cd00000a1', 1795472558161, 1795472560661, 1795472560661);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a20a81-0851-7b70-ad47-9aa062bc67d3', 1, '70b3d59cd00000a2', X'480E57EE0D96096407F7C0D3111E4C93', X'E00421F70EA4C9F8B6E491D5390D8260', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 8, 8, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:35392', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '3f4400826fffcf96d8a558556d11282d1add486a6827de9fb911fe2f06a5520b', 'CN=70b3d59cd00000a2', 1795472558161, 1795472558161, 1795472560661);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a20a81-0851-71b7-beda-ea5dd2339279', 1, 'bs', '70b3d59cd0000001', '7b20c1e70148e96b304aede1ac432570', '6f82d7a7568034a0a5b5a5b15d739ac3dadfe027d6b1c964b3989ff79c984c86', 1795386158000, 2110832558000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQeyDB5wFI6WswSu3hrEMlcDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjIzOFoX
DTM2MTEyMDIyMjIzOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABLcfSUI1hVHHNC6mouPZb+KyAX30LU4FSxuo
6Q1GXLNJl6n/lrhiuHEqsaum/UCoG6jDUejor0+beWIErWR9v02jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFNnAlmhr2f8ZdcTvEBkkeluwcD2FMB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0cAMEQCIHUFX+CUlmUvtlE64v4GdU/XbMCB
+DOnqdoGhiPN+FmiAiAFCmRm/EnBYQXLGO6y0E52zCafjxpjQZZ0NB1+0I54Vg==
-----END CERTIFICATE-----
', 1795472558161, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a20a81-0851-7411-8ba5-f869224ac37e', 1, 'bs', '70b3d59cd0000002', '405111a9cb1bb7bacec84432c1975e01', 'cd28976f3b4aa6535e5654067129de7108a7a8dd4f4202ff8ac564144872f53f', 1795386158000, 2110832558000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQQFERqcsbt7rOyEQywZdeATAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjIzOFoX
DTM2MTEyMDIyMjIzOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEd+KObtvSoZStoMzLx8b8FCpr94VpDvV8hW
ylSyJQia7RkTHIjxMu2QO0z/TLsiDKJwIu4a6Iws+7HOV2EStIyjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFEqMdgJTvSDVhrf/K84RU+fMwTVFMB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0gAMEUCIGFjAQsboGiMSqm4gB/hmmuu+a73
BkX6wV2l6+y1NQHqAiEA0d76fxn54iAAwaNiDX3gTpAi9DUID6nVFaA/7MmszJQ=
-----END CERTIFICATE-----
', 1795472558161, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a20a81-0851-78c8-b9a0-d285873a8fc1', 1, 'ac', '70b3d59cd00000a1', '7a6ba4156d53e227f895c68e8166704a', '314fb85d24e05ed83cebd0bbe0b8507188635499025fded29d03eb60ae697cde', 1795386158000, 2110832558000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQemukFW1T4if4lcaOgWZwSjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjIzOFoX
DTM2MTEyMDIyMjIzOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNBu3hJYa6poS49cDOeFMMbXiAeuc7ot0fCm
WZYDQX4dvJRZMuI6mRgzMOUGKF7omYP7+OhI6lU2RZ6bhcXnoiijgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFOcMLx0vcMieffeLCFDg5rq8gmOVMB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0gAMEUCIBlYx3l+OP6QBJxK38KS8x16eXfC
IjRz0rh9ezp6IWhAAiEA6KvqwK5XPofEyBaq4HdohXKWIjRWDvEDP4e9GCxbLDM=
-----END CERTIFICATE-----
', 1795472558161, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a20a81-0851-7a5b-b619-5da312ee3b37', 1, 'ac', '70b3d59cd00000a2', '5b8cbec728e8b04b63b8d4d1f29a2cb9', '3f4400826fffcf96d8a558556d11282d1add486a6827de9fb911fe2f06a5520b', 1795386158000, 2110832558000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQW4y+xyjosEtjuNTR8posuTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjIzOFoX
DTM2MTEyMDIyMjIzOFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNpNvpnZ6rbT453Zxp8t9qeWl+GpYw8mWGUf
8rx0Hn9mzezfk2iu8LE58Ckt4wyhT17HRjx1SLeuH+qOYG2STkCjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFFpW9wpv/CbEfDlmwKsOMMRy3Dz+MB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0cAMEQCIE9P9an6bjfRevDm8LIOw/LmrLcT
Ym0SI5ud3PUMEdiJAiBwdvFMwiehgIjAHGN3iJBBQN3+LN1HwwROqoFR7IJ2JQ==
-----END CERTIFICATE-----
', 1795472558161, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a20a81-1215-7785-866f-3cf3708cd2b5', 1, 'bs', '70b3d59cd0000001', '4f169fff04729dec93d702b4e4302fab', '3bc8031849e4e43b72f5cfef0bb79ae4b33d4bef66ecffe068100db3434088c3', 1795386160000, 2110832560000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQTxaf/wRyneyT1wK05DAvqzAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjI0MFoX
DTM2MTEyMDIyMjI0MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABC02I8rwCnje8K5NvIPniSXB1+jKKp7gmHDu
HJ31K2uPTZcUi1QtJEPNke18D7L7B/WbVBWLzRZsW1Xoe6gnNoqjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFHwZicNwN7kQdGpt8mYVKvKrtomNMB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0gAMEUCIH4LElLr88Lm0uQn5W9zNGEI1dFs
djG4S1s+J7kvbngtAiEAtq6AS3w7NJXKqeWvku1KYnhH4QZDS/ISTNOtO00Dlus=
-----END CERTIFICATE-----
', 1795472560661, NULL, '', X'01D2ED6ACD4CC14D31468DF9C1477D0FE17D15B902089619292CE16D9EBF23ED3A79AC934F8A4FE2515C072C3C472DE5040EB0746D33F3BEECB57E33DD1F6264E6F00E8CE6974ED4307182D7D7BD656F8C0425081138BAFD705B0FDEBF885BEE25E153A73C772942E6C934F78A417B7EF51CBE33C9ED96474177B9865B4E62C39BF3298F1BEA7191B61D87C92CFE2538C3658E6CEBFDC0BD4F2ACBCD7E949CEA15DC6140E2AEE9EE20683B196A7F3B1220E67E8DEE9BC05413BD438FC13D126BDCF91DA10805116C83FADF81EFD30F811C0416E091A89117B53989EE9023DA50451A5488381ABD5C98C509A8E844F500D40028016A99F84944F6ECEFF648764A99104FF63CD961D012E3A95C502B', 1796077360661);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a20a81-1215-7607-978d-36a2d4b9e13d', 1, 'bs', '70b3d59cd0000003', '68ae902528ca1cb29f7280c941d2a460', 'a149bf76d490949c509e926c9e7f268f79158ea2e87d28a46eacc9d5bc4d4fa3', 1795386160000, 2110832560000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQaK6QJSjKHLKfcoDJQdKkYDAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIGFjMjhiOGE5MB4XDTI2MTEyMjIyMjI0MFoX
DTM2MTEyMDIyMjI0MFowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABAs7jxnoSlxEya2WRL4XzZ3czNNUQvwEKXNZ
BYFPDWD4/SFQu8OoTtza92d2Z1b+CTcmpKCFtyQid9pPBJUnufejgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFNjMcEUd5JIU4qohdCnX33aLBmq7MB8GA1UdIwQYMBaAFOdTmktY+PABplNP
wt1AlnZJRpmBMAoGCCqGSM49BAMCA0gAMEUCIQCTDa3ZN09YtPk58BjmcPoxmnDH
nWUAxpjAc+fWtbvGkwIgS7p+609ElNMrK4pXJnCxEjeHzTUROT9WN2Rw84CAvow=
-----END CERTIFICATE-----
', 1795472560661, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "dashboard" ("id", "uuid", "org", "name", "description", "is_default", "columns", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1795472560049, 1795472560049);
INSERT INTO "decode_failure" ("org", "start_at", "messages") VALUES (1, 1795472560049, 1);
INSERT INTO "decoded_document" ("id", "blueprint", "checksum", "version", "type_eui", "document") VALUES (1, '01a20a81-0851-791b-8565-054f32c5ea5c', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '1', '70b3d56770ff0001', '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "decoding" ("id", "document", "calibration", "last_seq") VALUES (1, 1, '{"k":1.5}', 0);
INSERT INTO "device" ("id", "uuid", "org", "name", "name_key", "interval_unit", "interval_value", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 1, 1795472560049, 1795472560049);
INSERT INTO "device_image" ("device", "media", "is_cover", "position") VALUES (1, 1, 1, 1);
INSERT INTO "device_model" ("id", "uuid", "org", "manufacturer", "name", "name_key", "code", "type_eui", "description", "datasheet_url", "ep_class", "uplink_interval_s", "created_at", "updated_at") VALUES (1, '01a20a81-0851-72cf-a99f-234af2abe626', 1, 1, 'Meter', 'meter', 'meter', NULL, '', '', '', 0, 1795472558161, 1795472558161);
INSERT INTO "device_sensor" ("id", "uuid", "device", "template", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795472560049, 1795472560049);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795558958161, 'sent', 'api', 'operator@localhost', 1795472558161, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795472558161, 1795472558161000000, 1, 1795472558661, 1795472558161, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795558960661, 'waits', 'api', 'operator@localhost', 1795472560661, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'0162FD5A325E54139DF8C20488B771F0DF767C442A82A14ED0E3D106A21EAEEE2061DAA28DE774093800DC43AA', X'01BE8209C561A15049471A721A1F4D0DF71ABED3ACC1586CEC2582AC997EEBE66583E6A6B91E146BEB5F0DE5BD', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'E114D635', X'F220D9ED', 57601, 1795472558161000000, 1795472558161, 1, 1795472558161, NULL, 0, 1795472558161, 1795472558161, NULL, 0, 1, NULL);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'01414B9B0EDA0894E9CD537D4482E76D91CF3658FCD66677610196A643B289D95F7161798735D3D25AEA39D3C5', X'01659377B6F9CF766B4B411649152BE94BCDA8A73B29817983A6F5D492DBC6D66854C883B8A45751060CF459C4', X'015AB60A074D6D7E804601818DB87C961D83A9DE571C80748E9CD84A41D43E216FDDA49866F6549C81CA617980', 9320, 1, 0, 0, 0, 0, NULL, NULL, '01a20a81-0851-791b-8565-054f32c5ea5c', 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795472558161, NULL, 0, 1795472558161, 1795472558161, NULL, 0, 2, '{"k":1.5}');
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'0131284B1E87FC0AF1C85297DBB5736CC188B13E67034296111B7172EEAFECB1EDE4CEC40B208FDD930ED8DC9B', X'0191D4210B7D1FFF228B1C1ED4ADECD6933AE5F957F7B23272371D30639EA9971AC3DC48A0851BA8A1C97BA9CA', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'A1413CCB', X'9FFE57BE', 57603, 1795472560661000000, 1795472560661, 4, NULL, NULL, 0, 1795472560661, 1795472560661, NULL, 0, 1, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (1, 3, 1795472559161000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4, 7, NULL, 15, 0, 12.5, 1, 1795472559161, 1795472560161);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at", "arrived_ms") VALUES (3, 0, 1795472560661000000, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0, NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a20a81-0851-74f2-8489-03a40af9ee6a', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795472558161, 1795472558161, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a20a81-0851-727f-869f-c60bbdb12ff5', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795472558161, 1795472558161, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a20a81-0851-7559-98e1-f2c763b6e535', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795472558161, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a20a81-0851-7293-ba86-ef333abbd05d', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795472558161, 1795472558161, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a20a81-0851-7bef-9d59-34fabd027e32', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795472558161, 1795472558161, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a20a81-0851-7d8e-b1cb-6bfb0bcb68f3', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795472558161, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a20a81-0851-7179-af5d-9df3b0b94b24', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795472558161, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a20a81-0851-718e-8ede-1295dbcf4de8', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795472558161, 1795472558161, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a20a81-0851-79bc-9a54-a76de2f9c2c3', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795472558161, 1795472558161, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a20a81-0851-7cf2-a89b-112a70b7ef25', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795472558161, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a20a81-0851-7b57-ad4e-99c40116225c', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795472558161, 1795472558161, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a20a81-0851-7389-9cfd-13d9fa74cf93', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795472558161, 1795472558661, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a20a81-1215-7825-94e2-ab687a61bc6f', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795472560661, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a20a81-1215-7255-afca-1a2997a76ec7', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795472560661, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a20a81-1215-7d21-ba6b-691344880678', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795472560661, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a20a81-1215-7823-80c3-42721b205079', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795472560661, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (1, '01a20a81-0851-7fa2-99f1-db16587fef2e', NULL, 'system.started', 'system', 'info', 'service_center', 'ca5b298bf5397b2e', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (2, '01a20a81-0851-74ac-b68e-4a34227ae85f', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (3, '01a20a81-0851-7f0e-8670-268b361c82c1', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:49508","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (4, '01a20a81-0851-7e49-b99b-ccca8595c3a8', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (5, '01a20a81-0851-73fa-9d1b-ea7dfc6206fd', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:49510","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (6, '01a20a81-0851-7097-8a35-b28e196cbfb9', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795472558161, 1795472558161, 1, 'Application center connected', '', '{"sessionId":"01a20a81-0851-7308-8858-1b83c80a80b4","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:35388","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (7, '01a20a81-0851-705f-9c4f-0de59cfcf9d8', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795472558161, 1795472558161, 1, 'Application center connected', '', '{"sessionId":"01a20a81-0851-7b70-ad47-9aa062bc67d3","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:35392","version":"1.0.0"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (8, '01a20a81-0851-7d4d-85f4-c6273398f05c', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (9, '01a20a81-0851-7b8e-95dd-7af73fc2318f', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (10, '01a20a81-0851-72f4-84a8-513e32f27b14', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a20a81-0851-74f2-8489-03a40af9ee6a"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (11, '01a20a81-0851-7ef9-a875-3798dbd7ed8b', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (12, '01a20a81-0851-70f9-8bd5-d67f0244d8e9', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (13, '01a20a81-0851-7f03-979d-c1f868970a46', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}', NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'4BF132EEAFE405E03C79BD8C85C1140C1E77BDDC14E04FF9AEDCEECC2D8FF7BB', 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (14, '01a20a81-0851-7422-a8e0-ea359e46c43f', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (15, '01a20a81-0851-72d5-907d-e9420f3d711c', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795472558161, 1795472558161, 1, 'Protocol error with an application center', '', '{"sessionId":"01a20a81-0851-7308-8858-1b83c80a80b4","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}', 3, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (16, '01a20a81-0851-73c7-bdd7-7796dfe3048d', 1, 'manufacturer.created', 'catalog', 'info', 'user', '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Manufacturer created', '', '{"id":"01a20a81-0851-79e5-af18-59b911552574","name":"Maker"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (17, '01a20a81-0851-78b4-8c3c-f64fc729fa51', 1, 'device_model.created', 'catalog', 'info', 'user', '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Device model created', '', '{"id":"01a20a81-0851-72cf-a99f-234af2abe626","name":"Meter"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (18, '01a20a81-0851-72c3-8de1-94f37d5e79e0', 1, 'blueprint.created', 'catalog', 'info', 'user', '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Blueprint created', '', '{"id":"01a20a81-0851-791b-8565-054f32c5ea5c","name":"Meter 1","version":"1"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (19, '01a20a81-0851-7de3-91a2-2186c42ad38e', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["blueprint_id","calibration"]}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (20, '01a20a81-0851-791c-961e-dea85a40e147', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472558161, 1795472558161, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (21, '01a20a81-0851-7246-867d-9752278c12db', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}', -5, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (22, '01a20a81-0851-7a91-92f3-b1eb7277e1ac', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}', -6, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (23, '01a20a81-0851-71d4-9a0d-bd54a713aa5a', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558161, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795472558161000000","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (24, '01a20a81-0a45-789d-bb49-0abed075e6ab', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558161, 1795472558661, 1, 'Endpoint heard for the first time', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (25, '01a20a81-0a45-774d-a5a7-bd8482718d39', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558661, 1795472558661, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (26, '01a20a81-0a45-7bc9-a1b4-22f5e44662f5', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795472558661, 1795472558661, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (27, '01a20a81-1215-770c-a46e-bff11126996f', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (28, '01a20a81-1215-7aa5-8281-0b0415a6dea5', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}', -7, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (29, '01a20a81-1215-78ab-b453-55604cacdfdf', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Certificate issued', '', '{"certificateId":"01a20a81-1215-7785-866f-3cf3708cd2b5","fingerprint":"3bc8031849e4e43b72f5cfef0bb79ae4b33d4bef66ecffe068100db3434088c3","notAfter":"2036-11-20T22:22:40.000Z"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (30, '01a20a81-1215-75ea-9cd3-233641014066', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (31, '01a20a81-1215-730b-9cf4-3af55d42492b', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (32, '01a20a81-1215-7b92-b5b4-62e02f9d95be', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (33, '01a20a81-1215-7a86-8c3f-067e0945de8b', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795472560661, 1795472560661, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:49524","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (34, '01a20a81-1215-7093-9b81-b8f33195166d', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a20a81-0851-757d-b4b3-57f4905b782f', 'operator@localhost', 1795472560661, 1795472560661, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (35, '01a20a81-1215-7ff7-bd18-a825f5722ac3', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795472560661, 1795472560661, 1, 'Application center disconnected', '', '{"sessionId":"01a20a81-0851-7b70-ad47-9aa062bc67d3","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (36, '01a20a81-1215-759f-af25-20bbdc7ac018', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795472560661, 1795472560661, 1, 'Application center disconnected', '', '{"sessionId":"01a20a81-0851-7308-8858-1b83c80a80b4","reason":"server_stopped"}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (37, '01a20a81-1215-7285-b1ad-95d570453b14', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795472560661, 1795472560661, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (38, '01a20a81-1215-76b6-bc48-1dabb9c51d44', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795472560661, 1795472560661, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (39, '01a20a81-1215-7684-a46f-fd88e57b05e2', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795472560661, 1795472560661, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash", "moved_ms") VALUES (40, '01a20a81-1215-7327-8e39-2157be597da3', NULL, 'system.stopped', 'system', 'info', 'service_center', 'ca5b298bf5397b2e', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795472560661, 1795472560661, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}', NULL, NULL, NULL, 0);
INSERT INTO "external_identity" ("issuer", "subject", "user", "linked_at") VALUES ('filled', 'filled', 1, 1795472560049);
INSERT INTO "former_endpoint" ("endpoint", "version", "eui", "bidi", "key_column", "key", "sh_addr", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist") VALUES (1, 1, 'filled', 1, 'filled', X'01A35D5380F5AB73D63C13F469F0634E4EA1FADC7139087ECF4E773CA5960D', 1, 1, 1, 1, 1);
INSERT INTO "identity_provider" ("issuer", "metadata", "metadata_at", "keys", "keys_at") VALUES ('filled', 'filled', 1795472560049, NULL, NULL);
INSERT INTO "integration" ("id", "uuid", "org", "name", "description", "kind", "enabled", "event_types", "ep_euis", "device_models", "ep_tags", "include_subpackets", "max_per_second", "settings", "secrets", "revision", "ended", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 'http', 0, '[]', '[]', '[]', '{}', 0, 0, '{"url":"http://127.0.0.1:9/"}', X'01A49675DC8569A3B29FDC84C0D01C8DF3480B1DCC4C76BEC87C0FA1FAA43F', 1, '', 1795472560049, 1795472560049);
INSERT INTO "integration_notice" ("seq", "org", "event", "integration", "endpoint", "station", "at", "content", "stored_at") VALUES (1, 1, 'filled', NULL, NULL, NULL, 1, '{}', 1795472560049);
INSERT INTO "integration_parked" ("integration", "stream", "place", "reason", "parked_at") VALUES (1, 'filled', 1, 'filled', 1795472560049);
INSERT INTO "integration_progress" ("integration", "log_cursor", "event_cursor", "delivered", "dropped", "last_success_at", "last_error", "last_error_at") VALUES (1, 1, 1, 0, 0, NULL, '', NULL);
INSERT INTO "integration_replay" ("id", "uuid", "integration", "event_types", "log_cursor", "log_end", "event_cursor", "event_end", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '[]', 1, 1, 1, 1, 1795472560049);
INSERT INTO "known_network" ("user", "network", "seen_at") VALUES (1, 'filled', 1795472560049);
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "listened" ("id", "after_seq", "offset_ms", "from_ms", "upto_ms") VALUES (1, 3, 0, 1795472558661, 1795472560661);
INSERT INTO "manufacturer" ("id", "uuid", "org", "name", "name_key", "code", "description", "website", "contact_email", "created_at", "updated_at") VALUES (1, '01a20a81-0851-79e5-af18-59b911552574', 1, 'Maker', 'maker', 'maker', '', '', '', 1795472558161, 1795472558161);
INSERT INTO "media" ("id", "uuid", "org", "filename", "content_type", "size", "unused_since", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, NULL, 1795472560049);
INSERT INTO "media_content" ("media", "content") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "membership" ("org", "user", "role", "manage_endpoints", "manage_base_stations", "status", "created_at", "updated_at") VALUES (1, 1, 'filled', 1, 1, 'filled', 1795472560049, 1795472560049);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (4, 1, 1, 1, 1, 1795472558161000000, 1795472558161, 1795472558661, X'044DA024', 0, 19, X'950103CF18EACCC76125F640CB4029000000000000D09E950202CF18EACCC76125F640CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (5, 1, 1, 1, 2, 1795472558661000000, 1795472558661, 1795472559161, X'0452A024', 0, 7, X'950105CF18EACCC77EF35B40CB4029000000000000D09E950203CF18EACCC77EF35B40CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (6, 1, 1, 1, 3, 1795472559161000000, 1795472559161, 1795472559661, X'04599F24', 0, 3, X'950107CF18EACCC79CC0C040CB4029000000000000D09E950204CF18EACCC79CC0C040CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795472559661, 1795472560161, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795472560161, 1795472560661, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300, NULL, NULL);
INSERT INTO "meta" ("key", "value") VALUES ('configuration', '{"data_dir":"qjxdorif56yO","log.level":"MAYqFevzgPhg","log.format":"SxcygqNBNCuV","auth.enabled":"xzkRJn8LuG73","auth.access_token_s":"BufY01yf2Nl8","auth.refresh_token_s":"tuvfV4SWDmZs","auth.refresh_absolute_s":"WjgvB8sqJprU","auth.issuer":"SxcygqNBNCuV","auth.local_login":"VLY3fePQwT67","auth.login_notice":"SxcygqNBNCuV","auth.password.min_length":"ZqJj2WkbMGao","auth.password.deny_common":"VLY3fePQwT67","auth.totp.required":"xzkRJn8LuG73","auth.registration.mode":"Ek+Vx/k3WrhN","auth.registration.domains":"vvbc3M5pjwUM","auth.oidc.enabled":"xzkRJn8LuG73","auth.oidc.client_id":"SxcygqNBNCuV","auth.oidc.client_secret":"SxcygqNBNCuV","auth.oidc.scopes":"IQxAxx2Bk2uG","auth.oidc.label":"h9mJupsTPiQk","auth.oidc.auto_redirect":"xzkRJn8LuG73","auth.oidc.create_users":"xzkRJn8LuG73","auth.oidc.domains":"vvbc3M5pjwUM","auth.oidc.link_by_email":"xzkRJn8LuG73","auth.oidc.trust_email":"xzkRJn8LuG73","auth.oidc.organization_claim":"SxcygqNBNCuV","auth.oidc.role":"BKB/R07MMacO","auth.oidc.ca_file":"SxcygqNBNCuV","auth.oidc.issuer":"SxcygqNBNCuV","auth.oauth2.enabled":"xzkRJn8LuG73","auth.oauth2.client_id":"SxcygqNBNCuV","auth.oauth2.client_secret":"SxcygqNBNCuV","auth.oauth2.scopes":"IQxAxx2Bk2uG","auth.oauth2.label":"AXasTHldKiDA","auth.oauth2.auto_redirect":"xzkRJn8LuG73","auth.oauth2.create_users":"xzkRJn8LuG73","auth.oauth2.domains":"vvbc3M5pjwUM","auth.oauth2.link_by_email":"xzkRJn8LuG73","auth.oauth2.trust_email":"xzkRJn8LuG73","auth.oauth2.organization_claim":"SxcygqNBNCuV","auth.oauth2.role":"BKB/R07MMacO","auth.oauth2.ca_file":"SxcygqNBNCuV","auth.oauth2.authorize_url":"SxcygqNBNCuV","auth.oauth2.token_url":"SxcygqNBNCuV","auth.oauth2.userinfo_url":"SxcygqNBNCuV","admin.email":"SxcygqNBNCuV","admin.password":"SxcygqNBNCuV","organizations.self_service":"xzkRJn8LuG73","org_enforcement_enabled":"xzkRJn8LuG73","service_center.eui":"SxcygqNBNCuV","service_center.name":"KRh94+Ti3K73","service_center.vendor":"gUPCJP/u0KKx","service_center.model":"VOLddSt9Ub/l","master_key_file":"V8nyXPga1vyf","bssci_host":"TpHccZq22Fqm","bssci_port":"oc5Vso9Yx1p0","bssci_tls.cert":"SxcygqNBNCuV","bssci_tls.key":"SxcygqNBNCuV","bssci_tls.ca":"SxcygqNBNCuV","bssci_tls.min_version":"iVFJT5ZBEium","bssci_tls.bind_certificate":"VLY3fePQwT67","bssci.register_unknown":"xzkRJn8LuG73","bssci.handshake_s":"Iqd2dH2H2HlO","bssci.con_s":"Iqd2dH2H2HlO","bssci.con_cmp_s":"Iqd2dH2H2HlO","bssci.write_stall_s":"ZqJj2WkbMGao","bssci.ping_s":"cxlpyI+EOVFZ","bssci.dead_s":"TDucql0DFfxn","bssci.ping_answer_s":"Iqd2dH2H2HlO","bssci.status_first_s":"cxlpyI+EOVFZ","bssci.status_s":"yQK5D15fme1q","bssci.answer_s":"cxlpyI+EOVFZ","bssci.attach_repeat_s":"oGOUYOKYJnnX","bssci.propagate_group":"OzMBMMvo5mmt","bssci.propagate_pause_ms":"oc5Vso9Yx1p0","bssci.session_retention_s":"tuvfV4SWDmZs","bssci.mac_types":"2eE/A4he/gFd","scaci_host":"TpHccZq22Fqm","scaci_port":"oc5Vso9Yx1p0","scaci_tls.cert":"SxcygqNBNCuV","scaci_tls.key":"SxcygqNBNCuV","scaci_tls.ca":"SxcygqNBNCuV","scaci_tls.min_version":"TRp+6pJXLyUf","scaci_tls.bind_certificate":"VLY3fePQwT67","scaci_tls.ciphers":"8Gx/xAJFdmuJ","scaci.enabled":"VLY3fePQwT67","scaci.establish_s":"Iqd2dH2H2HlO","scaci.write_stall_s":"ZqJj2WkbMGao","scaci.ping_s":"yQK5D15fme1q","scaci.ping_answer_s":"ZqJj2WkbMGao","scaci.max_pending":"F2OjnCdDSvcL","scaci.held_operations":"TDucql0DFfxn","scaci.session_retention_s":"WjgvB8sqJprU","scaci.ul_data_tx":"VLY3fePQwT67","scaci.only_registered":"xzkRJn8LuG73","gateway_host":"TpHccZq22Fqm","gateway_port":"oc5Vso9Yx1p0","gateway_tls.enabled":"5G/ldYoQa0HV","gateway_tls.cert":"SxcygqNBNCuV","gateway_tls.key":"SxcygqNBNCuV","gateway.allowed_hosts":"vvbc3M5pjwUM","gateway.base_url":"SxcygqNBNCuV","gateway.trusted_proxies":"vvbc3M5pjwUM","gateway.cors_origins":"vvbc3M5pjwUM","rest.strict_connections":"xzkRJn8LuG73","core_host":"TpHccZq22Fqm","core_port":"oc5Vso9Yx1p0","core.allow_remote":"xzkRJn8LuG73","core.peer_secret":"SxcygqNBNCuV","health.host":"TpHccZq22Fqm","health.core_port":"oc5Vso9Yx1p0","health.gateway_port":"oc5Vso9Yx1p0","store.path":"wMNXoDWC8Xiu","store.synchronous":"LyvNkgKaFhpm","store.engine":"5G/ldYoQa0HV","store.low_free_mb":"SxcygqNBNCuV","store.min_free_mb":"SxcygqNBNCuV","backup.dir":"HkNIjaUOJWd9","backup.keep":"mEhAVYYfxevj","retention.messages_days":"wuQ9V0dlW2xT","retention.events_days":"Iqd2dH2H2HlO","retention.audit_days":"SHfuy5BgPXyX","retention.alerts_days":"S1VlyyK5R9H0","retention.value_hours_days":"wuQ9V0dlW2xT","retention.figures_days":"dwqjvSdaQiAI","retention.max_database_mb":"SxcygqNBNCuV","alerts.basestation_offline.enabled":"VLY3fePQwT67","alerts.basestation_offline.hold_s":"oGOUYOKYJnnX","alerts.basestation_offline.clear_s":"oc5Vso9Yx1p0","alerts.basestation_flapping.enabled":"VLY3fePQwT67","alerts.basestation_flapping.limit":"dklUYE8tLoyq","alerts.basestation_flapping.clear_limit":"fPnobNuS5G3X","alerts.basestation_flapping.window_s":"7O0JkGIlD6ic","alerts.basestation_flapping.clear_s":"7O0JkGIlD6ic","alerts.basestation_refused.enabled":"VLY3fePQwT67","alerts.basestation_refused.limit":"5OGOOobBf6js","alerts.basestation_refused.clear_limit":"aTEPu714R/y3","alerts.basestation_refused.window_s":"lWHGNs4VRUQ+","alerts.basestation_refused.clear_s":"7O0JkGIlD6ic","alerts.basestation_status.enabled":"VLY3fePQwT67","alerts.basestation_status.hold_s":"oc5Vso9Yx1p0","alerts.basestation_status.clear_s":"oc5Vso9Yx1p0","alerts.basestation_load.enabled":"VLY3fePQwT67","alerts.basestation_load.limit":"SXAcu1WSGexO","alerts.basestation_load.clear_limit":"SxcygqNBNCuV","alerts.basestation_load.hold_s":"lWHGNs4VRUQ+","alerts.basestation_load.clear_s":"oGOUYOKYJnnX","alerts.basestation_temperature.enabled":"VLY3fePQwT67","alerts.basestation_temperature.limit":"nQhrF+7vOKBw","alerts.basestation_temperature.clear_limit":"SxcygqNBNCuV","alerts.basestation_temperature.hold_s":"oc5Vso9Yx1p0","alerts.basestation_temperature.clear_s":"oGOUYOKYJnnX","alerts.basestation_duty_cycle.enabled":"VLY3fePQwT67","alerts.basestation_duty_cycle.limit":"JQjecENin7TX","alerts.basestation_duty_cycle.clear_limit":"SxcygqNBNCuV","alerts.basestation_duty_cycle.hold_s":"oc5Vso9Yx1p0","alerts.basestation_duty_cycle.clear_s":"lWHGNs4VRUQ+","alerts.basestation_clock.enabled":"VLY3fePQwT67","alerts.basestation_clock.limit":"aTEPu714R/y3","alerts.basestation_clock.clear_limit":"SxcygqNBNCuV","alerts.basestation_clock.hold_s":"oc5Vso9Yx1p0","alerts.basestation_clock.clear_s":"oGOUYOKYJnnX","alerts.endpoint_silent.enabled":"VLY3fePQwT67","alerts.endpoint_silent.limit":"jbqjkjxG6BOI","alerts.endpoint_silent.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_silent.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_inactive.enabled":"xzkRJn8LuG73","alerts.endpoint_inactive.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_inactive.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_attach_failing.enabled":"VLY3fePQwT67","alerts.endpoint_attach_failing.limit":"5OGOOobBf6js","alerts.endpoint_attach_failing.window_s":"7O0JkGIlD6ic","alerts.endpoint_attach_failing.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_loss.enabled":"xzkRJn8LuG73","alerts.endpoint_loss.limit":"KUYIvJgOvruu","alerts.endpoint_loss.clear_limit":"SxcygqNBNCuV","alerts.endpoint_loss.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_loss.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_unknown.enabled":"VLY3fePQwT67","alerts.endpoint_unknown.limit":"5OGOOobBf6js","alerts.endpoint_unknown.clear_limit":"aTEPu714R/y3","alerts.endpoint_unknown.window_s":"tuvfV4SWDmZs","alerts.endpoint_unknown.clear_s":"tuvfV4SWDmZs","alerts.decode_failing.enabled":"VLY3fePQwT67","alerts.decode_failing.limit":"dklUYE8tLoyq","alerts.decode_failing.clear_limit":"SxcygqNBNCuV","alerts.decode_failing.hold_s":"oc5Vso9Yx1p0","alerts.decode_failing.clear_s":"oc5Vso9Yx1p0","alerts.downlink_failing.enabled":"VLY3fePQwT67","alerts.downlink_failing.limit":"5OGOOobBf6js","alerts.downlink_failing.clear_limit":"SxcygqNBNCuV","alerts.downlink_failing.hold_s":"oc5Vso9Yx1p0","alerts.downlink_failing.clear_s":"oc5Vso9Yx1p0","alerts.scaci_disconnected.enabled":"VLY3fePQwT67","alerts.scaci_disconnected.hold_s":"lWHGNs4VRUQ+","alerts.scaci_disconnected.clear_s":"oc5Vso9Yx1p0","alerts.integration_failing.enabled":"VLY3fePQwT67","alerts.integration_failing.hold_s":"oGOUYOKYJnnX","alerts.integration_failing.clear_s":"yQK5D15fme1q","alerts.certificate_server.enabled":"VLY3fePQwT67","alerts.certificate_server.limit":"Oc3z/kd6B60Y","alerts.certificate_server.clear_limit":"SxcygqNBNCuV","alerts.certificate_server.hold_s":"oc5Vso9Yx1p0","alerts.certificate_server.clear_s":"oc5Vso9Yx1p0","alerts.certificate_ca.enabled":"VLY3fePQwT67","alerts.certificate_ca.limit":"lhPuZNGy7CF7","alerts.certificate_ca.clear_limit":"SxcygqNBNCuV","alerts.certificate_ca.hold_s":"oc5Vso9Yx1p0","alerts.certificate_ca.clear_s":"oc5Vso9Yx1p0","alerts.certificate_target.enabled":"VLY3fePQwT67","alerts.certificate_target.limit":"Oc3z/kd6B60Y","alerts.certificate_target.clear_limit":"SxcygqNBNCuV","alerts.certificate_target.hold_s":"oc5Vso9Yx1p0","alerts.certificate_target.clear_s":"oc5Vso9Yx1p0","alerts.certificate_basestation.enabled":"VLY3fePQwT67","alerts.certificate_basestation.limit":"Oc3z/kd6B60Y","alerts.certificate_basestation.clear_limit":"SxcygqNBNCuV","alerts.certificate_basestation.hold_s":"oc5Vso9Yx1p0","alerts.certificate_basestation.clear_s":"oc5Vso9Yx1p0","alerts.storage.enabled":"VLY3fePQwT67","alerts.storage.hold_s":"oc5Vso9Yx1p0","alerts.storage.clear_s":"yQK5D15fme1q","alerts.database.enabled":"VLY3fePQwT67","alerts.database.limit":"aTEPu714R/y3","alerts.database.clear_limit":"aTEPu714R/y3","alerts.database.window_s":"oGOUYOKYJnnX","alerts.database.clear_s":"oGOUYOKYJnnX","alerts.backup.enabled":"VLY3fePQwT67","alerts.backup.hold_s":"oc5Vso9Yx1p0","alerts.backup.clear_s":"oc5Vso9Yx1p0","alerts.listener.enabled":"VLY3fePQwT67","alerts.listener.hold_s":"oc5Vso9Yx1p0","alerts.listener.clear_s":"oc5Vso9Yx1p0","alerts.overload.enabled":"VLY3fePQwT67","alerts.overload.limit":"aTEPu714R/y3","alerts.overload.clear_limit":"SxcygqNBNCuV","alerts.overload.hold_s":"yQK5D15fme1q","alerts.overload.clear_s":"oGOUYOKYJnnX","alerts.login_attack.enabled":"VLY3fePQwT67","alerts.login_attack.limit":"26HQ0pXI4XPi","alerts.login_attack.clear_limit":"aTEPu714R/y3","alerts.login_attack.window_s":"lWHGNs4VRUQ+","alerts.login_attack.clear_s":"MsX0wLdKZjim","alerts.clock.enabled":"VLY3fePQwT67","alerts.clock.hold_s":"oc5Vso9Yx1p0","alerts.clock.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_battery.enabled":"VLY3fePQwT67","alerts.endpoint_battery.limit":"26HQ0pXI4XPi","alerts.endpoint_battery.clear_limit":"SxcygqNBNCuV","alerts.endpoint_battery.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_battery.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_battery.volts":"Cdj4dixKj7YT","alerts.basestation_deaf.enabled":"VLY3fePQwT67","alerts.basestation_deaf.limit":"IA3amFPn7xgF","alerts.basestation_deaf.hold_s":"oc5Vso9Yx1p0","alerts.basestation_deaf.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_margin.enabled":"xzkRJn8LuG73","alerts.endpoint_margin.limit":"5OGOOobBf6js","alerts.endpoint_margin.clear_limit":"SxcygqNBNCuV","alerts.endpoint_margin.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_margin.clear_s":"oc5Vso9Yx1p0","alerts.endpoint_single_path.enabled":"xzkRJn8LuG73","alerts.endpoint_single_path.hold_s":"oc5Vso9Yx1p0","alerts.endpoint_single_path.clear_s":"oc5Vso9Yx1p0","alerts.traffic_drop.enabled":"xzkRJn8LuG73","alerts.traffic_drop.limit":"dlCRFynrtRBu","alerts.traffic_drop.clear_limit":"SxcygqNBNCuV","alerts.traffic_drop.hold_s":"oc5Vso9Yx1p0","alerts.traffic_drop.clear_s":"oc5Vso9Yx1p0","alerts.email.host":"SxcygqNBNCuV","alerts.email.port":"SxcygqNBNCuV","alerts.email.starttls":"KOCngIhV6tEJ","alerts.email.ca":"SxcygqNBNCuV","alerts.email.username":"SxcygqNBNCuV","alerts.email.password":"SxcygqNBNCuV","alerts.email.from":"b4s7XUJrLzBh","alerts.email.to":"vvbc3M5pjwUM","alerts.heartbeat_url":"SxcygqNBNCuV","endpoint.activity_window_s":"tuvfV4SWDmZs","uplink.reception_window_ms":"2qCfhFMZ5keH","uplink.duplicate_window_s":"oGOUYOKYJnnX","downlink.validity_s":"tuvfV4SWDmZs","downlink.hand_over":"AlT33PT+tE3j","downlink.max_pending_per_endpoint":"O3rAUihwChWj","downlink.requeue_offline_s":"oGOUYOKYJnnX","downlink.sweep_s":"dklUYE8tLoyq","downlink.rx_query_s":"oGOUYOKYJnnX","integrations.max_age_s":"XMbgn+/i8yv4","integrations.allow_targets":"vvbc3M5pjwUM","mqtt.broker.enabled":"xzkRJn8LuG73","mqtt.broker.host":"TpHccZq22Fqm","mqtt.broker.port":"dVOe1pji5Bl9","mqtt.broker.tls_host":"NKD3rfZYLWBJ","mqtt.broker.tls_port":"oGb8G7xQ6F82","mqtt.broker.max_connections":"O3rAUihwChWj","mqtt.broker.max_subscriptions":"OzMBMMvo5mmt","mqtt.broker.max_retained":"F2OjnCdDSvcL","pki.key_type":"GbrDXU5KFiyJ","pki.ca_days":"dURuE9zXZD0c","pki.server_days":"rkQ0IlF2L7yy","pki.client_days":"6if8RbXrh0db","pki.renew_at":"r6w6J7YWFNRA","pki.server_names":"Pa4o3XQu0Rak","limits.connections":"WtjAKm5nsl5k","limits.handshakes_per_s":"O3rAUihwChWj","limits.connect_frame_bytes":"vK4xuNjQmX6q","limits.frame_bytes":"Qhoo3FmzIKOc","limits.open_operations":"9DCOA7D4Nd/6","limits.send_buffer_bytes":"903EYvQ/I10U","limits.requests_per_s":"oc5Vso9Yx1p0","limits.rest_requests_per_s":"oc5Vso9Yx1p0","limits.logins_per_min":"yQK5D15fme1q","limits.registrations_per_min":"ZqJj2WkbMGao","limits.refreshes_per_min":"uZ6qoMrP38sT","limits.endpoints":"SxcygqNBNCuV","limits.base_stations":"SxcygqNBNCuV"}');
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a20a81-0851-757d-b4b3-57f4905b782f');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AdVIBKINdPVPPvmxDOPeIaSZAMWag+fgSCZgCBtvkuYHWwyd1E9Kj2Bf8FwAn9vyvdrebPOofgEYb59JGQ==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', 'ca5b298bf5397b2e');
INSERT INTO "meta" ("key", "value") VALUES ('shipped_catalog', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
INSERT INTO "meta" ("key", "value") VALUES ('time_floor', '1795464030990');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795472558161);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"e114d635","sign":"f220d9ed","snr":12.5,"rssi":-98}', 1795472558161);
INSERT INTO "notification" ("id", "channel", "alert", "opening", "change", "severity", "rule", "at", "message", "sent_at", "again_at", "repeats", "failed_ms") VALUES (1, 1, 1, 1, 'filled', 'filled', 'filled', 1, 1, NULL, NULL, 0, 0);
INSERT INTO "notification_channel" ("id", "name", "enabled") VALUES (1, 'email', 0);
INSERT INTO "notification_message" ("id", "channel", "rule", "message_id", "made_at") VALUES (1, 1, 'filled', 'filled', 1795472560049);
INSERT INTO "once" ("id", "org", "caller", "key", "digest", "kept_at", "up_to", "result", "secret") VALUES (1, 1, 'filled', 'filled', 'filled', 1795472560049, 1, '{}', X'013A1195306C8C5E0737FC5900D70E831E511C39D7260A474B659C6BA80C51');
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'010A711E4AACF51509C34B0990351C59DF183F4C2F0170516D80D6D07E0955AA9BCC9BE97A18A79535CEB558A28F83AE35CFFEB85ECDC243F776E2F24DF7085C405114B167EF9E18298DC77A70B05393B9FC761399D9CBC4812BA2A9A3926F192C184F7568AE26AD52', 1, '', 0, 1795472560661);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'01E0B33FF9E388258B69D3364F6CD6917B2F008EA15BDB2DF6AFD885AD77F8F97EE36D23B8AA88DDE55D50E6DA1ECD862088464F604AFBE6F067A25AD5B7CB460ABB8703B1E3863101670026521E9FC66055CCB3B381D0CDAAF17FF1E5EDD60D48440ABAE4B543293A58C572407F939D673D6BCDCAEEB1B53DF5DD618CC264AFAC8BB439EBC809793C07AB4B1AD5658DEFC2F0AD2EC08618', 2, '', 0, 1795472558161);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'0128B3B798F1C53BA8CCE4BFA18AB6270E851401617FE5D8D925F97F4320269D4D907928399581395E32A7DA6823CBB6BBD028164F6E612A7F061287CDA7AB794D9323B3E6626D1337DA2CC5C179B52A71C956765766ABED07EE687162177718D2272C3B261624D419CDF5F59276332469121FAEE46CDC9030D58760339AFD6A1FC088FACBAEA576DB6BA7DF17A8210435F1B619EBF4FDD5', 2, '', 0, 1795472558161);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'017DCE6B4B45FFAF5B2D7C7479A908EE091AC301498A5E84462B4412ABDFE05986A2E8E2AACCA6CC99818AC6C56859850FB769F6619E1F1EF1FCFE96E2AEA499AD0582AE17B1B6AF83E66D2A890D04F44D234C90DA6B2ABB8028B4267E801FE3263E876D0A7564C07A9713AD071D1F2CEC117D9A415E04EFD41DF0D9D99B32055934F87F551F753039979B9B27502B5D1535BC8BBBF26F03A72CD8862C54', 1, '', 0, 1795472558161);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'01C64477659A6E73264E9533F598F6715B49816334AC9CB981387D29EE372AD0AC9DC8C4FDDE177DB19499D4F664E83AF04DF3E02B75352489A12CD753A014F5DA08CFD75CA9FFE820BEE81F527C4A8CEAA74040BC52B318DF6B9DC8E8DE0E453EC539F823BD3AC4F7A06A6A72781BFEE0BF843F8B3F95FC77BF75375BE8CE2C80440FCAC615114A6B216EF64459486963FD0624A7855085', 2, '', 0, 1795472558161);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at", "name_key", "deleted_at", "version") VALUES (1, '01a20a81-0851-7bc2-8c75-11c0d9a7c8f2', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795472558161, 1795472558161, 'default organization', NULL, 2);
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (1, 9, 4294967296, 1795471200000, X'00290003260C00D1F252E8079875DE96070002010F00020F000101882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (2, 9, 4294967297, 1795471200000, X'00280203250C00D1F252E8079875DE96070002010F00020F0000882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (3, 9, 4294967296, 1767225600000, X'003100022E06007B00E044EEED040002010B0202040003B0099EB202000101D81D8827CEBB029EB20202080104010229010201');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (4, 9, 4294967297, 1767225600000, X'001A02011703007B88279EB2020002010700020500B0099EB2020000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (1, 9, 1099511627776, X'B6B81E010100030000060C00009875DE960700009EB2029EB202D1F252E807000090FB1D01010002000002060000E044EEED040000CEBB029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (2, 9, 2199023255552, X'B6B81E020100030000060C00009875DE960700009EB2029EB202D1F252E8070000B6B81E030101000003030C00009875DE960700009EB2029EB202D1F252E8070000B6B81E030102000000030C00009875DE960700009EB2029EB202D1F252E807000090FB1D0201000100000103000088279EB20200009EB2029EB2027B00000090FB1D0301010000010103000088279EB20200009EB2029EB2027B00000090FB1D03000100000101030000D81DCEBB020000CEBB02CEBB027B00000090FB1D03010200000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (3, 9, 4398046511104, X'B6B81E040100000003030C00009875DE960700009EB2029EB202D1F252E8070000B6B81E040200000000030C00009875DE960700009EB2029EB202D1F252E807000090FB1D04010000000202060000E044EEED040000CEBB029EB2027B00000090FB1D04020000000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "physical_device" ("device", "uuid", "org", "endpoint", "connection", "client_device_id", "configuration", "given", "secrets", "created_by_api", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, NULL, 'plant', 'pump 7', '{}', '[]', X'0173BD83BD20AB7344AAFF0F5E254E1C3D822294F6401500AFA5DDD4B63985', 1, 1795472560049, 1795472560049);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795472558161, 1795472560661);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795472558161, 1795472560661);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795472560661, 1795472560661);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a20a81-0851-7f3f-ad2a-992a93919e97', 0, NULL, '', 1795472558161);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a20a81-0851-718e-8ede-1295dbcf4de8', 0, NULL, '', 1795472558161);
INSERT INTO "recovery_code" ("user", "hash") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "refresh_token" ("hash", "sign_in", "expires_at", "used_at", "successor") VALUES (X'0707070707070707070707070707070707070707070707070707070707070707', 1, 1795472560049, NULL, X'018E6FF9094006E2BB9DDFD2BE376037E13A4C042E1C25332C85F07467BC61');
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795472560661, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795472560049, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1, NULL, NULL, 1795472560049, 1795472560049, 0, 0, 0, NULL, NULL);
INSERT INTO "rule" ("id", "uuid", "org", "name", "description", "enabled", "definition", "cooldown_s", "version", "log_from", "event_from", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 0, 'filled', 1, 1, 1, 1, 1795472560049, 1795472560049);
INSERT INTO "rule_activity" ("rule", "last_triggered_at", "last_error") VALUES (1, 1795472560049, '');
INSERT INTO "rule_execution" ("id", "uuid", "rule", "version", "endpoint", "ep_eui", "device", "fired_at", "stored_at", "found", "actions") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 1, 1, 'filled', 'filled', 1795472560049, 1795472560049, 'filled', '{}');
INSERT INTO "rule_progress" ("one", "log_cursor", "event_cursor", "revision", "devices") VALUES (1, 1, 1, 1, 0);
INSERT INTO "rule_state" ("endpoint", "rule", "since", "fired", "fired_at", "value", "commands_from", "commands", "due_at") VALUES (1, 1, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a20a81-0851-7b10-b726-a34401a4d1cb', 1, 1, 'received', 'operator@localhost', 1795472558161, 1, 1, -5, 1795472558161, 1795472558661, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a20a81-1215-7b56-8f54-d8dae128ed09', 1, 1, 'pending', 'operator@localhost', 1795472560661, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a20a81-0a45-78b6-b7e4-4c9a0b608646', 1, 1, 1795472558661000000, 1795472558661, 2, 12.5, -98.0, 1, 5);
INSERT INTO "second_factor" ("user", "secret", "enrolled_at", "confirmed_at", "last_step") VALUES (1, X'01B99F108CB5BD882DAB81E3D30E8F9FF195CCEECA50530B8BE7917ADF6FB2', 1795472560049, NULL, 1);
INSERT INTO "sensor_mapping" ("sensor", "uuid", "source_path", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 1795472560049, 1795472560049);
INSERT INTO "sensor_template" ("id", "uuid", "org", "name", "name_key", "description", "kind", "unit", "value_type", "default_key", "min", "max", "decimals", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', NULL, NULL, NULL, 1, 1795472560049, 1795472560049);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (1, 1, X'6E046589733D248D7E0281B0BA891531', X'707D65EF59A041C0879B413A7CE30E7A', '1.0.0', 10, 10, -7, 'disconnected', 1795472558161, 1795472560661, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (2, 2, X'2A5BB8758E2B3CE2C720BE571ADF0E24', X'083DDE46BED046A2A3D236138C3E36B8', '1.0.0', 5, 5, -5, 'disconnected', 1795472558161, 1795472560661, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (3, 4, X'0A5D3FBAC70214EB7B25B6CB25B821E1', X'468321EA02A84AD4BF583C89764C04FD', '1.0.0', 2, 0, -3, 'disconnected', 1795472560661, 1795472560661, 9007199254740991, NULL);
INSERT INTO "shipped_row" ("uuid", "content", "default_blueprint") VALUES ('0190b6a0-0000-7000-8000-00000000f111', '{}', NULL);
INSERT INTO "sign_in" ("id", "uuid", "user", "user_id", "began_at", "ends_at", "expires_at", "ended_at", "ended_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795472560049, 1795472560049, 1795472560049, NULL, 'logout');
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "token_secret" ("id", "kid", "created_at", "secret") VALUES (1, 'filled', 1795472560049, X'0168EC8B5AE32854A7420081EFABDACD8D5190599C2B4C36996EBD08C46A95');
INSERT INTO "traffic_hour" ("org", "hour", "counts") VALUES (1, 1, 'filled');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line", "org", "ep_eui") VALUES (1, -7, 7, 15, NULL, NULL);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc", "ac_eui", "session", "last_bs", "done_bs") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795472560661, 1795472561161, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL, NULL, 1, 10, 9);
INSERT INTO "user" ("id", "uuid", "email", "first_name", "last_name", "company_name", "note", "words", "is_admin", "is_active", "password", "password_change_required", "provider", "last_login_at", "created_at", "updated_at", "version") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1, 0, NULL, 1, '', NULL, 1795472560049, 1795472560049, 1);
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
PRAGMA user_version = 48;
