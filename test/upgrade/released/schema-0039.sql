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
    , heard_seq INTEGER, inactive_at INTEGER, counters INTEGER NOT NULL DEFAULT 1, failures INTEGER NOT NULL DEFAULT 0, weakest_snr REAL, sole_station INTEGER NOT NULL DEFAULT 0, shared_at INTEGER NOT NULL DEFAULT 0) STRICT;
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
    , op_id INTEGER, prev_hash BLOB, hash BLOB) STRICT;
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
    ) STRICT;
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
CREATE TABLE value_key (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
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
INSERT INTO "activity" ("id", "grain", "start_at", "place", "cells") VALUES (1, 1, 1795469854043, 1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "activity_from" ("seq") VALUES (1);
INSERT INTO "activity_round" ("last_id", "up_to", "place", "id") VALUES (1, 1, 1, 1);
INSERT INTO "alert" ("id", "uuid", "org", "rule", "category", "severity", "status", "source", "source_type", "source_id", "source_name", "title", "description", "first_seen_at", "last_seen_at", "count", "opening", "opened_at", "step", "told", "acknowledged_at", "acknowledged_by", "note", "resolved_at", "resolution", "event", "inhibited_by", "silenced_until", "flapping", "data") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'warning', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1795469854043, 1795469854043, 1, 1, 1795469854043, 1, 0, NULL, '', '', NULL, '', NULL, '', NULL, 0, '{}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 1', '{"source":{"type":"base_station","id":1,"org":1},"level":1,"since":[1795469837775],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 2', '{"source":{"type":"base_station","id":2,"org":1},"level":1,"since":[1795469837775],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('basestation_offline', 'base_station 4', '{"source":{"type":"base_station","id":4,"org":1},"level":1,"since":[1795469837775],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a1', '{"source":{"type":"application_center","id":"70b3d59cd00000a1","org":1},"level":1,"since":[1795469837775],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_condition" ("rule", "source", "state") VALUES ('scaci_disconnected', 'application_center 70b3d59cd00000a2', '{"source":{"type":"application_center","id":"70b3d59cd00000a2","org":1},"level":1,"since":[1795469837775],"clearing":null,"times":[],"byHand":false,"changes":[],"flapping":false,"alert":0}');
INSERT INTO "alert_silence" ("id", "uuid", "org", "rule", "source_id", "tag_key", "tag_value", "until_at", "reason", "created_at", "created_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '', '', '', '', 1795469854043, 'filled', 1795469854043, '');
INSERT INTO "api_key" ("id", "uuid", "org", "name", "key_type", "user_id", "user_email", "prefix", "hash", "scopes", "expires_at", "created_at", "created_by", "last_used_at", "last_used_address") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 'filled', X'0707070707070707070707070707070707070707070707070707070707070707', '[]', NULL, 1795469854043, 'filled', NULL, '');
INSERT INTO "audit_break" ("org", "after_hash", "at") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707', 1);
INSERT INTO "audit_chain" ("org", "organization", "unlinked", "removed", "head") VALUES (1, '01a20a57-7c0b-7dbe-8c84-2e4e156e0f75', 0, X'0000000000000000000000000000000000000000000000000000000000000000', X'6488E6B5962911676A047EE7BA7154FEBF3AC7F6A22C41CCBDD0F570D7F3BAE8');
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (1, 1, '70b3d59cd0000001', '70b3d59cd0000001', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:54278', 0, 1795469835275, 1795469837775, 'server_stopped', 1795469837775, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'd38a7837adb3fd745e66c2d59878131cdde67aaf970ede4ade00ec998fa935c1', 2110829835000, '[]', '[]', '{}', 1795469835275, 1795469835275, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (2, 1, '70b3d59cd0000002', '70b3d59cd0000002', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:54286', 0, 1795469835275, 1795469837775, 'server_stopped', 1795469837275, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '056f6b41ffca51c7f9783a66e0ab4b53e1f0bafb2fc0514fee80ba97111838e2', 2110829835000, '[]', '[]', '{}', 1795469835275, 1795469835275, NULL);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (3, 1, '70b3d59cd0000004', '70b3d59cd0000004', 0, '', 0, NULL, NULL, NULL, '', NULL, '', '', '', '', NULL, 0, '', '', 0, NULL, NULL, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL, '[]', '[]', '{}', 1795469837775, 1795469837775, 1795469837775);
INSERT INTO "base_station" ("id", "org", "eui", "name", "named_by_operator", "description", "disabled", "latitude", "longitude", "altitude", "location_source", "location_updated_at", "vendor", "model", "sw_version", "reported_name", "info", "bidi", "protocol_version", "remote_address", "session_resumed", "connected_at", "disconnected_at", "disconnect_reason", "last_seen_at", "last_status_at", "status_code", "status_message", "system_time_ns", "clock_offset_ms", "duty_cycle", "uptime_s", "temperature", "cpu_load", "mem_load", "certificate_fingerprint", "certificate_expires_at", "allowed_fingerprints", "mac_types", "tags", "created_at", "updated_at", "deleted_at") VALUES (4, 1, '70b3d59cd0000003', '70b3d59cd0000003', 0, '', 0, NULL, NULL, NULL, '', NULL, 'Waystation', 'simulated', '', '', NULL, 1, '1.0.0', '127.0.0.1:46596', 0, 1795469837775, 1795469837775, 'server_stopped', 1795469837775, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'f73bea33bec6504c2b10b36e31a036600efc314d88006ee9a1c2f073c4273cf6', 2110829837000, '[]', '[]', '{}', 1795469837775, 1795469837775, NULL);
INSERT INTO "block" ("first_seq", "last_seq", "min_rx_ns", "max_rx_ns", "sealed_at", "sealing") VALUES (4, 9, 1767225600123456789, 1795469836275000000, 1795469854043, 0);
INSERT INTO "blueprint" ("id", "uuid", "org", "device_model", "version", "name", "description", "is_default", "type_eui", "spec_type_eui", "uplink_formats", "downlink_formats", "output_names", "checksum", "registry_state", "registry_url", "created_at", "updated_at") VALUES (1, '01a20a57-7c0b-7985-a734-208f0a0b7875', 1, 1, '1', 'Meter 1', '', 1, '70b3d56770ff0001', '70b3d56770ff0001', '[0]', '[]', '[]', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '', '', 1795469835275, 1795469835275);
INSERT INTO "blueprint_document" ("blueprint", "document") VALUES (1, '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795467600000, 'dereg', 0, 1, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795467600000, 'epStat', 2, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795467600000, 'ping', 3, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795467600000, 'reg', 1, 0, 0);
INSERT INTO "center_count" ("org", "start_at", "command", "succeeded", "failed", "delivery_ms") VALUES (1, 1795467600000, 'ulData', 4, 0, 2000);
INSERT INTO "center_error" ("id", "uuid", "session", "op_id", "command", "code", "text", "direction", "first_at", "last_at", "count") VALUES (1, '01a20a57-7c0b-726a-86ef-3294c28059c2', 1, 3, 'dereg', 2, 'endpoint unknown', 'sent', 1795469835275, 1795469835275, 1);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -6, 7, 2, 1, 1, 1795469837275, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -5, 6, 2, 1, 1, 1795469836775, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -4, 5, 2, 1, 1, 1795469836275, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -3, 4, 2, 1, 1, 1795469835775, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -2, 2, 0, 1, 1, 1795469835275, NULL, NULL);
INSERT INTO "center_operation" ("session", "op_id", "seq", "receptions", "operations", "unanswered", "stored_at", "others", "answered") VALUES (2, -1, 1, 0, 1, 1, 1795469835275, NULL, NULL);
INSERT INTO "center_receiver" ("endpoint", "since", "ac_eui") VALUES (2, 2, '70b3d59cd00000a1');
INSERT INTO "center_registration" ("endpoint", "ac_eui") VALUES (2, '70b3d59cd00000a1');
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 1, 'ping', NULL, '', NULL, 0, 0, 1795469835275);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 2, 'reg', NULL, '', 2, 1, 1, 1795469835275);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 3, 'dereg', 2, 'endpoint unknown', NULL, 0, 0, 1795469835275);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (1, 4, 'ping', NULL, '', NULL, 0, 0, 1795469837775);
INSERT INTO "center_request" ("session", "op_id", "command", "error_code", "error_text", "endpoint", "pre_attach", "completed", "at") VALUES (2, 1, 'ping', NULL, '', NULL, 0, 0, 1795469835275);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (1, '01a20a57-7c0b-73cc-8427-08aa7c67da74', 1, '70b3d59cd00000a1', X'C29A1E92DBB22293A9291F817CFD9592', X'DA1A4187153A0D06C160704B55EC2D5C', '1.0.0', 'disconnected', 'server_stopped', 4, -6, 8, 8, 0, 10, 4, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:54190', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '8d15e17675f31c568b7ccf982ab6a6a9e0a9f7160cc1443649c3c1a1e4251b1f', 'CN=70b3d59cd00000a1', 1795469835275, 1795469837775, 1795469837775);
INSERT INTO "center_session" ("id", "uuid", "org", "ac_eui", "sn_ac_uuid", "sn_sc_uuid", "version", "status", "close_reason", "last_ac", "last_sc", "cursor", "counted", "waiting", "operations", "requests", "vendor", "model", "name", "sw_version", "info", "remote_address", "tls_version", "cipher_suite", "certificate_fingerprint", "certificate_subject", "connected_at", "last_activity_at", "disconnected_at") VALUES (2, '01a20a57-7c0b-7856-a34c-85d705897763', 1, '70b3d59cd00000a2', X'7342749F205474729ADBCEBE926D9BD9', X'6C851F02A1DDC4CC3A7F9A78B2069B79', '1.0.0', 'disconnected', 'server_stopped', 1, -6, 8, 8, 0, 7, 1, 'Waystation', 'simulated', '', '', NULL, '127.0.0.1:54198', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', '58ca177612e60597f7f0b67c4010512eced8e56e9133c8866f89568a0f306b01', 'CN=70b3d59cd00000a2', 1795469835275, 1795469835275, 1795469837775);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (1, '01a20a57-7c0b-750f-a07f-1750012ba766', 1, 'bs', '70b3d59cd0000001', '431dc7e5e8fe0e86190c9115808346f9', 'd38a7837adb3fd745e66c2d59878131cdde67aaf970ede4ade00ec998fa935c1', 1795383435000, 2110829835000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQQx3H5ej+DoYZDJEVgING+TAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxNVoX
DTM2MTEyMDIxMzcxNVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNnIam4fW/yN9/MNuSFuY7JSY3d6P981wlOM
TrNP2EyFRVlQTHKjebK+/FwAm8dxd84U1FryVKHM7Iq0lvUioGajgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFMaB1x/avPVi9z9I9J0vzzaKMQf5MB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0gAMEUCIDwPOm9e/Q0wTLnghKBYdAwZmrCJ
JMe9HrxkjTOmYT+aAiEAscVIfRlUdQSDLxl/wQ0275bT99dkfs/b38WrSjUTsbs=
-----END CERTIFICATE-----
', 1795469835275, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (2, '01a20a57-7c0b-7d85-bf44-16db33123c21', 1, 'bs', '70b3d59cd0000002', '73ccb728d668f1926f3ef7acf643c1f3', '056f6b41ffca51c7f9783a66e0ab4b53e1f0bafb2fc0514fee80ba97111838e2', 1795383435000, 2110829835000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQc8y3KNZo8ZJvPves9kPB8zAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxNVoX
DTM2MTEyMDIxMzcxNVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABIXTkY9+zch7eGojVjKA6OPnvTU6SaWCszc/
J793gJF+Nm4QWWjKlZp0Ow/S7cuvqQdXQ1xrJetEWuIqoLFXrU2jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDIwHQYDVR0O
BBYEFAWC+0V63W5BfOOwLE8XapKyT3u/MB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0gAMEUCIHl9P0XQEYuJjXyH1xJX0HcLX+ja
c+t7cphrUUA23P9fAiEAqJ+ymPsyZGdELyeXDW7mg0ZCU/nLIaD55J7ttnUt/sc=
-----END CERTIFICATE-----
', 1795469835275, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (3, '01a20a57-7c0b-7c59-962d-15110b9b447c', 1, 'ac', '70b3d59cd00000a1', '59fd924e70da8e9f1d145c7606b9729a', '8d15e17675f31c568b7ccf982ab6a6a9e0a9f7160cc1443649c3c1a1e4251b1f', 1795383435000, 2110829835000, '-----BEGIN CERTIFICATE-----
MIIB2zCCAYGgAwIBAgIQWf2STnDajp8dFFx2BrlymjAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxNVoX
DTM2MTEyMDIxMzcxNVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABMCLhVsoh1fQXtATp7bTYyKlRCra3CFBrOWl
odttS06BXaFi+X60GRMM+ylxuZi0wilgMBwT1PEHFd7NBW4c/BOjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTEwHQYDVR0O
BBYEFMrqXOl3fU61/m+GNkE+hpYT1KR7MB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0gAMEUCIQDwWccZeonUHSvxVo2zEneO5aM0
7Kn+ErPG6OUc9JdcCwIgRt0zSJg2NraZHK4Uwj9CTHhS9e+iv6lfZWD4qoFUwzc=
-----END CERTIFICATE-----
', 1795469835275, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (4, '01a20a57-7c0b-70b3-ab7f-06b4c9e61f42', 1, 'ac', '70b3d59cd00000a2', '47509872b8498a031eaa536406a57fe6', '58ca177612e60597f7f0b67c4010512eced8e56e9133c8866f89568a0f306b01', 1795383435000, 2110829835000, '-----BEGIN CERTIFICATE-----
MIIB3DCCAYGgAwIBAgIQR1CYcrhJigMeqlNkBqV/5jAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxNVoX
DTM2MTEyMDIxMzcxNVowGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDBhMjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABHRzGQJnEOaEImu14fxNwLWroHCwenQvac2V
JOtP2C1Qdq4SftPS/1WN41cq9igIoIRkyG44FNF8YB/SUvMSPjijgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmFjOjcwYjNkNTljZDAwMDAwYTIwHQYDVR0O
BBYEFH2aSEFSkc91TqwGvxX/MhFJ8FltMB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0kAMEYCIQDyTS8wwVDBIPxYaDKhet9MOhWi
PvPLrWRv4/rA9tENlAIhAOsev8YsRtCed95R33HDkQKZ3uUIdVxsmyWtl9gUxiqs
-----END CERTIFICATE-----
', 1795469835275, NULL, '', NULL, NULL);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (5, '01a20a57-85cf-776f-913a-31e5424851d1', 1, 'bs', '70b3d59cd0000001', '48f37df1d321cb7f376f23adf71b43c5', '81d1bb62ebd513960478f5cc1808bcdda64ba0ea64fe51698a0678dcdb0d9663', 1795383437000, 2110829837000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQSPN98dMhy383byOt9xtDxTAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxN1oX
DTM2MTEyMDIxMzcxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABDoYJGRiR5v98A/EeA3fWfdf2LSMuzHrIha7
gtiVDbpA8MXpCiTWgVgkEads3Nhn3qhOC1d4I1ssovJ25+YL0+GjgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDEwHQYDVR0O
BBYEFKWKQq9+8C+eTfjvIwNA+hUeJBdgMB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0cAMEQCICCKths5NVp+kR7DH/R660eoNc2R
sNM7GhqGSsdl2CymAiATYWJkOmJw7A+9lCGZSoT8H/OqAzKC6WkZ1cgEJWjGpQ==
-----END CERTIFICATE-----
', 1795469837775, NULL, '', X'01033A18AC7E60782630332DBFD5C4A4CC3BCD6B7985477CE5439868713372BF232334C33C77280AC897768841D2F040B8836689C65801F3BA204C83EDA625F003310D25C88A2EF93321DD168AA23B2E773CC39C172675CA6D9D1CA4B31A1E57C6820622903C70C3343672ECE92418A9EC206A20318D63E23394CC33F47596780F3BC33589FB23021C34385B18D9D04B68A4032DF158BFF456235F87F0B846D31C6FE2EF03E9C08C9812033B525BFEBED381E0A50A01E799C459701AF70A4EC096BB2549DB7175836384491F516983F6A9153C2BAD664CFA05CD0E9606A5AAA7F312D4672AB80A54D99D004CF80DD95CA31C1C9F9C5B2FA2B68EA17FF31574F7F834568660AC851D73EC59465417', 1796074637775);
INSERT INTO "certificate" ("id", "uuid", "org", "kind", "eui", "serial", "fingerprint", "not_before_at", "not_after_at", "pem", "created_at", "revoked_at", "reason", "private_key", "key_until") VALUES (6, '01a20a57-85cf-7741-ba1e-c8ea2822e0ab', 1, 'bs', '70b3d59cd0000003', '7629e9b61b4e7bfc08ced4d9e605ad0b', 'f73bea33bec6504c2b10b36e31a036600efc314d88006ee9a1c2f073c4273cf6', 1795383437000, 2110829837000, '-----BEGIN CERTIFICATE-----
MIIB2jCCAYGgAwIBAgIQdinpthtOe/wIztTZ5gWtCzAKBggqhkjOPQQDAjAhMR8w
HQYDVQQDExZXYXlzdGF0aW9uIENBIDYxNDI1OGRlMB4XDTI2MTEyMjIxMzcxN1oX
DTM2MTEyMDIxMzcxN1owGzEZMBcGA1UEAxMQNzBiM2Q1OWNkMDAwMDAwMzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABGzvIh21J7lPAcFj0n1GZ7eeCkQJIUpQHQuQ
93jLF72405VlAMaQt7IqFVVolMNK4D5lkMMX7QBj/+brGqzfu22jgaAwgZ0wDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwIw
KAYDVR0RBCEwH4YddXJuOm1pb3R5OmJzOjcwYjNkNTljZDAwMDAwMDMwHQYDVR0O
BBYEFM4GRVc3FR93Wp91oARV2leVqBelMB8GA1UdIwQYMBaAFJwUMcbLPcNxlbqJ
h4MyZvr1xzpjMAoGCCqGSM49BAMCA0cAMEQCIBmwCZMVqkY6KZnh2miDbU7X69+9
CfXL9cgLD8kZ/T4UAiB48e5jQ8pJdRQiIoOfMAbIc/uOxmgghMx+hvxACRaaFA==
-----END CERTIFICATE-----
', 1795469837775, NULL, '', NULL, NULL);
INSERT INTO "counter" ("org", "name", "value") VALUES (1, 'messages', 5);
INSERT INTO "dashboard" ("id", "uuid", "org", "name", "description", "is_default", "columns", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, 1, 1, 1795469854043, 1795469854043);
INSERT INTO "decode_failure" ("org", "start_at", "messages") VALUES (1, 1795469854043, 1);
INSERT INTO "decoded_document" ("id", "blueprint", "checksum", "version", "type_eui", "document") VALUES (1, '01a20a57-7c0b-7985-a734-208f0a0b7875', 'a3252f668af6e9c5bac38e7457cfe00191f8286f294424343439faa5c50c3507', '1', '70b3d56770ff0001', '{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[]}]}');
INSERT INTO "decoding" ("id", "document", "calibration") VALUES (1, 1, '{"k":1.5}');
INSERT INTO "device" ("id", "uuid", "org", "name", "name_key", "interval_unit", "interval_value", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', NULL, NULL, 1, 1795469854043, 1795469854043);
INSERT INTO "device_image" ("device", "media", "is_cover", "position") VALUES (1, 1, 1, 1);
INSERT INTO "device_model" ("id", "uuid", "org", "manufacturer", "name", "name_key", "code", "type_eui", "description", "datasheet_url", "ep_class", "uplink_interval_s", "created_at", "updated_at") VALUES (1, '01a20a57-7c0b-734b-8a7d-f04ca8932482', 1, 1, 'Meter', 'meter', 'meter', NULL, '', '', '', 0, 1795469835275, 1795469835275);
INSERT INTO "device_sensor" ("id", "uuid", "device", "template", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795469854043, 1795469854043);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (1, 1, 1, 'acknowledged', X'03010203', NULL, 0, 0, 0.0, 1795556235275, 'sent', 'api', 'operator@localhost', 1795469835275, NULL, NULL, NULL, 1, 1, -6, 1, 1, 0, 0, '{}', '', 1795469835275, 1795469835275000000, 1, 1795469835775, 1795469835275, 3, 11);
INSERT INTO "downlink" ("que_id", "org", "endpoint", "state", "entries", "packet_cnts", "format", "flags", "prio", "expires_at", "ref", "source", "created_by", "created_at", "request_id", "ac_eui", "ac_que_id", "station", "session", "op_id", "generation", "attempts", "missed", "unknown_there", "avoided", "last_error", "accepted_at", "tx_time_ns", "tx_packet_cnt", "acked_at", "finished_at", "feed_seq", "line") VALUES (2, 1, 1, 'pending', X'0104', NULL, 0, 0, 0.0, 1795556237775, 'waits', 'api', 'operator@localhost', 1795469837775, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}', '', NULL, NULL, NULL, NULL, NULL, NULL, 13);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (1, 1, 'fe0000000000e101', 'meter', '', 'A', X'013CB9F68EC3047058E38F04095B2F65F5A83130E1999EE5B8A7D9AA29097D6017297E4C6112ECEA8348278D60', X'0189A44866D6C4CA186AB3BA53AC1727B6D96B7E2AD6C3C47CD525BF325D63FF1D084D7B3492F1420BAAEBB600', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'over_the_air', 1, 0, X'CE9FEFC9', X'19F33FB3', 57601, 1795469835275000000, 1795469835275, 1, 1795469835275, NULL, 0, 1795469835275, 1795469835275, NULL, 0, 1, NULL);
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (2, 1, 'fe0000000000e102', 'second meter', '', 'A', X'01123B46D5A051314F8800EB65F4183F43171EAAE45682C163411C4587EB6835055C4E6BA3C673A1F79F43EB31', X'01D214FE8DC7AD69D4AFC20F8E41922853578D26578870DF4140643EC28E46B400C4D4888D6CA07061AAC359CB', X'01501B66CD64885E40FDD32F168F1476755A50AB795C556217F1314AEBB8E135739AFD8CB80E4987A2F0D7C150', 9320, 1, 0, 0, 0, 0, NULL, NULL, '01a20a57-7c0b-7985-a734-208f0a0b7875', 0, '{}', NULL, NULL, NULL, 0, 0, 'attached', 'pre_attach', 0, 3, NULL, NULL, NULL, NULL, NULL, NULL, 1795469835275, NULL, 0, 1795469835275, 1795469835275, NULL, 0, 2, '{"k":1.5}');
INSERT INTO "endpoint" ("id", "org", "eui", "name", "description", "ep_class", "nwk_key", "nwk_sn_key", "app_key", "sh_addr", "pre_attach", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist", "type_eui", "device_model", "blueprint", "uplink_interval_s", "tags", "latitude", "longitude", "altitude", "suspended", "skip_attach_check", "attach_status", "attach_origin", "attach_generation", "attach_cnt", "attach_nonce", "attach_sign", "attach_sh_addr", "attach_rx_time_ns", "attach_answered_at", "attach_station", "attached_at", "detached_at", "reattach_pending", "created_at", "updated_at", "deleted_at", "deregistered", "version", "calibration") VALUES (3, 1, 'fe0000000000e103', 'fe0000000000e103', '', 'Z', X'01D429D0064F0559A5AAE01DA73ECC11DBFE2C084B54220AE053EB65E5F64F695BAB607651970297E53F70B714', X'015AEAEC7AA749981BC39A7C1E12832D891B574AEBA38165936894F31AE941A2B5C3E0E506F08EACAF276AE3A4', NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, '{}', NULL, NULL, NULL, 0, 0, 'detached', 'over_the_air', 1, 0, X'6619D684', X'660206CB', 57603, 1795469837775000000, 1795469837775, 4, NULL, NULL, 0, 1795469837775, 1795469837775, NULL, 0, 1, NULL);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at") VALUES (1, 3, 1795469836275000000, -98.0, 12.5, NULL, NULL, NULL, 1, 4, 7, NULL, 15, 0, 12.5, 1, 1795469836275);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at") VALUES (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0);
INSERT INTO "endpoint_heard" ("endpoint", "last_packet_cnt", "last_seen_ns", "last_rssi", "last_snr", "last_eq_snr", "last_profile", "last_mode", "last_station", "message_count", "heard_seq", "inactive_at", "counters", "failures", "weakest_snr", "sole_station", "shared_at") VALUES (3, 0, 1795469837775000000, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 0, NULL, 0, 0);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (1, '01a20a57-7c0b-7b92-b2b5-a2b9122f8073', 1, 2, 'attach', 'pre_attach', NULL, NULL, NULL, NULL, 'completed', '', 1795469835275, 1795469835275, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (2, '01a20a57-7c0b-7719-a6a4-95b0609bc16e', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -2, 'completed', '', 1795469835275, 1795469835275, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (3, '01a20a57-7c0b-7c88-9e57-5ccbe6b30283', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -2, 'sent', '', 1795469835275, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (4, '01a20a57-7c0b-7fe9-b679-506892aaab75', 1, 1, 'attach', 'over_the_air', 1, NULL, 1, 2, 'completed', '', 1795469835275, 1795469835275, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (5, '01a20a57-7c0b-7569-a1c7-1ef88f736478', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -3, 'completed', '', 1795469835275, 1795469835275, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (6, '01a20a57-7c0b-70d7-8dec-a7606e0a39bc', 1, 1, 'attach_propagate', 'over_the_air', 2, NULL, 2, -3, 'sent', '', 1795469835275, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (7, '01a20a57-7c0b-73d4-a3f6-85611945422b', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -4, 'sent', '', 1795469835275, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (8, '01a20a57-7c0b-7561-b3e4-7f6c5e5d9d83', 1, 2, 'attach', 'scaci', NULL, NULL, NULL, NULL, 'completed', '', 1795469835275, 1795469835275, 'ac:70b3d59cd00000a1', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (9, '01a20a57-7c0b-7b6b-9687-d0ba7eab05ee', 1, 2, 'attach_propagate', 'pre_attach', 1, NULL, 1, -4, 'completed', '', 1795469835275, 1795469835275, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (10, '01a20a57-7c0b-7e53-9a26-d03f04285c56', 1, 2, 'attach_propagate', 'pre_attach', 2, NULL, 2, -5, 'sent', '', 1795469835275, NULL, '', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (11, '01a20a57-7c0b-7c4b-998f-cf3cb467bdf5', 1, 1, 'downlink', 'api', 1, NULL, 1, -6, 'completed', '', 1795469835275, 1795469835275, 'operator@localhost', 1);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (12, '01a20a57-7c0b-702e-b974-d1ff9c2412a1', 1, 1, 'dl_rx_query', 'api', 1, NULL, 1, -5, 'completed', '', 1795469835275, 1795469835775, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (13, '01a20a57-85cf-74b2-84b7-8740be4c8e36', 1, 1, 'downlink', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795469837775, NULL, 'operator@localhost', 2);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (14, '01a20a57-85cf-7df8-8608-0b3e0764d8e9', 1, 1, 'dl_rx_query', 'api', NULL, NULL, NULL, NULL, 'pending', '', 1795469837775, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (15, '01a20a57-85cf-7c43-ac4d-d0fbc8037c9b', 1, 1, 'ul_transmit', 'api', 1, NULL, 1, -7, 'sent', '', 1795469837775, NULL, 'operator@localhost', NULL);
INSERT INTO "endpoint_operation" ("id", "uuid", "org", "endpoint", "operation", "origin", "station", "ac_eui", "session", "op_id", "status", "error", "started_at", "finished_at", "actor", "que_id") VALUES (16, '01a20a57-85cf-7472-97d6-37a734d753fc', 1, 3, 'attach', 'over_the_air', 4, NULL, 3, 2, 'sent', '', 1795469837775, NULL, '', NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (1, '01a20a57-7c0b-7a6f-b279-b8319c1cda98', NULL, 'system.started', 'system', 'info', 'service_center', '32826e3696138354', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Service center started', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":0}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (2, '01a20a57-7c0b-7ae6-9ddc-c89175c00805', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (3, '01a20a57-7c0b-7b22-83d7-d0c8389cf590', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:54278","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (4, '01a20a57-7c0b-7360-a478-329ca38c2153', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000002"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (5, '01a20a57-7c0b-7c47-9734-d6979dde8e1e', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:54286","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (6, '01a20a57-7c0b-7ae9-a1a7-2e36176abc47', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795469835275, 1795469835275, 1, 'Application center connected', '', '{"sessionId":"01a20a57-7c0b-73cc-8427-08aa7c67da74","acEui":"70b3d59cd00000a1","remoteAddress":"127.0.0.1:54190","version":"1.0.0"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (7, '01a20a57-7c0b-7d37-8cc4-5f1f0d844de5', 1, 'scaci.session_opened', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795469835275, 1795469835275, 1, 'Application center connected', '', '{"sessionId":"01a20a57-7c0b-7856-a34c-85d705897763","acEui":"70b3d59cd00000a2","remoteAddress":"127.0.0.1:54198","version":"1.0.0"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (8, '01a20a57-7c0b-7cfc-97fd-865a9aaa6100', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e101","origin":"api"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (9, '01a20a57-7c0b-7797-be2a-1b93001aa830', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e102","origin":"api"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (10, '01a20a57-7c0b-73ac-9937-969d9fe34aac', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Endpoint attached', '', '{"origin":"pre_attach","operationId":"01a20a57-7c0b-7b92-b2b5-a2b9122f8073"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (11, '01a20a57-7c0b-7e05-a9ab-3dc26a0d6939', 1, 'endpoint.attached', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Endpoint attached', '', '{"origin":"over_the_air","attachCnt":0,"shAddr":57601,"snr":12.5,"rssi":-98,"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (12, '01a20a57-7c0b-7cf3-9cf7-1d91f45ca9e2', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["ep_class","nwk_key","sh_addr","attach_cnt","last_packet_cnt"]}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (13, '01a20a57-7c0b-7d29-b7ab-f2272bc727d1', 1, 'endpoint.keys_changed', 'audit', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Endpoint keys changed', '', '{"epEui":"fe0000000000e102","keys":["nwk_key"]}', NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'6488E6B5962911676A047EE7BA7154FEBF3AC7F6A22C41CCBDD0F570D7F3BAE8');
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (14, '01a20a57-7c0b-7ac6-9aed-7eae58061229', 1, 'scaci.endpoint_registered', 'scaci', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Endpoint registered by an application center', '', '{"acEui":"70b3d59cd00000a1","preAttach":true}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (15, '01a20a57-7c0b-76e8-8ebe-bb2e73affa6a', 1, 'scaci.error', 'scaci', 'warning', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795469835275, 1795469835275, 1, 'Protocol error with an application center', '', '{"sessionId":"01a20a57-7c0b-73cc-8427-08aa7c67da74","opId":"3","command":"dereg","code":2,"message":"endpoint unknown","direction":"sent"}', 3, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (16, '01a20a57-7c0b-7bf8-8132-99dc3b1627ee', 1, 'manufacturer.created', 'catalog', 'info', 'user', '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Manufacturer created', '', '{"id":"01a20a57-7c0b-7386-91a2-d8fead092f1a","name":"Maker"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (17, '01a20a57-7c0b-7b59-841c-d2124089371d', 1, 'device_model.created', 'catalog', 'info', 'user', '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Device model created', '', '{"id":"01a20a57-7c0b-734b-8a7d-f04ca8932482","name":"Meter"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (18, '01a20a57-7c0b-7ac1-8558-5c4efde99b8e', 1, 'blueprint.created', 'catalog', 'info', 'user', '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', NULL, NULL, NULL, NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Blueprint created', '', '{"id":"01a20a57-7c0b-7985-a734-208f0a0b7875","name":"Meter 1","version":"1"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (19, '01a20a57-7c0b-7ddb-9a28-80425fe34301', 1, 'endpoint.updated', 'endpoint', 'info', 'endpoint', 'fe0000000000e102', 'second meter', 2, NULL, 'fe0000000000e102', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Endpoint changed', '', '{"epEui":"fe0000000000e102","fields":["blueprint_id","calibration"]}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (20, '01a20a57-7c0b-730c-a520-aa01cea11427', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469835275, 1795469835275, 1, 'Downlink queued', '', '{"queId":"1","ref":"sent","origin":"api","bytes":3}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (21, '01a20a57-7c0b-735c-8559-bd2bc8f1abef', 1, 'endpoint.dl_rx_query_sent', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Reception status asked', '', '{"bsEui":"70b3d59cd0000001","opId":"-5"}', -5, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (22, '01a20a57-7c0b-756d-894a-2f7865cac442', 1, 'downlink.accepted', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'A base station has the downlink', '', '{"queId":"1","bsEui":"70b3d59cd0000001","opId":"-6"}', -6, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (23, '01a20a57-7c0b-709f-b93c-967fdeb4b360', 1, 'downlink.sent', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835275, 1, 'Downlink sent', '', '{"queId":"1","bsEui":"70b3d59cd0000001","txTime":"1795469835275000000","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (24, '01a20a57-7dff-733f-bd92-21e9ac16a001', 1, 'endpoint.first_seen', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835275, 1795469835775, 1, 'Endpoint heard for the first time', '', '{"bsEui":"70b3d59cd0000001"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (25, '01a20a57-7dff-7a02-acaf-2830d6b669b9', 1, 'downlink.acknowledged', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835775, 1795469835775, 1, 'Downlink acknowledged', '', '{"queId":"1","bsEui":"70b3d59cd0000001","packetCnt":1,"ref":"sent"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (26, '01a20a57-7dff-705d-b6c6-578b80c237a9', 1, 'endpoint.dl_rx_status_received', 'endpoint', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, NULL, NULL, 1795469835775, 1795469835775, 1, 'Reception status received', '', '{"bsEui":"70b3d59cd0000001","dlRxSnr":12.5,"dlRxRssi":-98,"packetCnt":2}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (27, '01a20a57-85cf-7d3c-b8a2-e7693455656b', 1, 'downlink.queued', 'downlink', 'info', 'endpoint', 'fe0000000000e101', 'meter', 1, NULL, 'fe0000000000e101', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Downlink queued', '', '{"queId":"2","ref":"waits","origin":"api","bytes":1}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (28, '01a20a57-85cf-74a9-a49d-4e08d10b54cc', 1, 'basestation.ul_transmit', 'basestation', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', 1, 1, 'fe0000000000e101', '70b3d59cd0000001', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Base station transmits for an endpoint', '', '{"epEui":"fe0000000000e101","packetCnt":7,"opId":"-7","status":"sent"}', -7, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (29, '01a20a57-85cf-771f-a097-6ea75dec3d8a', 1, 'certificate.issued', 'certificate', 'info', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Certificate issued', '', '{"certificateId":"01a20a57-85cf-776f-913a-31e5424851d1","fingerprint":"81d1bb62ebd513960478f5cc1808bcdda64ba0ea64fe51698a0678dcdb0d9663","notAfter":"2036-11-20T21:37:17.000Z"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (30, '01a20a57-85cf-7f3b-8497-b7e2560b641a', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (31, '01a20a57-85cf-7348-b8d1-1916b3a70fea', 1, 'basestation.deleted', 'basestation', 'info', 'base_station', '70b3d59cd0000004', '70b3d59cd0000004', NULL, 3, NULL, '70b3d59cd0000004', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Base station deleted', '', '{"bsEui":"70b3d59cd0000004"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (32, '01a20a57-85cf-7dd3-a295-fdbd367b0ee2', 1, 'basestation.registered', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Base station registered', '', '{"bsEui":"70b3d59cd0000003"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (33, '01a20a57-85cf-78b4-ade7-70106a72e336', 1, 'basestation.connected', 'basestation', 'info', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795469837775, 1795469837775, 1, 'Base station connected', '', '{"resumed":false,"version":"1.0.0","remoteAddress":"127.0.0.1:46596","vendor":"Waystation","model":"simulated","swVersion":"","bidi":true}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (34, '01a20a57-85cf-79cc-83d8-cc07510de8c8', 1, 'endpoint.created', 'endpoint', 'info', 'endpoint', 'fe0000000000e103', 'fe0000000000e103', 3, NULL, 'fe0000000000e103', NULL, NULL, '01a20a57-7c0b-782f-9781-9d3fe94919f9', 'operator@localhost', 1795469837775, 1795469837775, 1, 'Endpoint registered', '', '{"epEui":"fe0000000000e103","origin":"api"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (35, '01a20a57-85cf-73b3-b3bb-1913a071e4cb', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a2', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a2', NULL, NULL, 1795469837775, 1795469837775, 1, 'Application center disconnected', '', '{"sessionId":"01a20a57-7c0b-7856-a34c-85d705897763","reason":"server_stopped"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (36, '01a20a57-85cf-7729-93b8-6ca498b4b3da', 1, 'scaci.session_closed', 'scaci', 'info', 'application_center', '70b3d59cd00000a1', '', NULL, NULL, NULL, NULL, '70b3d59cd00000a1', NULL, NULL, 1795469837775, 1795469837775, 1, 'Application center disconnected', '', '{"sessionId":"01a20a57-7c0b-73cc-8427-08aa7c67da74","reason":"server_stopped"}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (37, '01a20a57-85cf-7b24-a718-d0e72a2b4851', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000003', '70b3d59cd0000003', NULL, 4, NULL, '70b3d59cd0000003', NULL, NULL, NULL, 1795469837775, 1795469837775, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":0}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (38, '01a20a57-85cf-7aed-ab6d-9e7bf442c4e6', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000002', '70b3d59cd0000002', NULL, 2, NULL, '70b3d59cd0000002', NULL, NULL, NULL, 1795469837775, 1795469837775, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (39, '01a20a57-85cf-7544-af6c-c4fdad218a0d', 1, 'basestation.disconnected', 'basestation', 'warning', 'base_station', '70b3d59cd0000001', '70b3d59cd0000001', NULL, 1, NULL, '70b3d59cd0000001', NULL, NULL, NULL, 1795469837775, 1795469837775, 1, 'Base station disconnected', '', '{"reason":"server_stopped","onlineSeconds":3}', NULL, NULL, NULL);
INSERT INTO "event" ("seq", "uuid", "org", "event_type", "category", "severity", "source_type", "source_id", "source_name", "endpoint", "station", "ep_eui", "bs_eui", "ac_eui", "user_id", "user_email", "timestamp_at", "stored_at", "count", "title", "description", "data", "op_id", "prev_hash", "hash") VALUES (40, '01a20a57-85cf-7483-ac83-f5e32e5d5d4d', NULL, 'system.stopped', 'system', 'info', 'service_center', '32826e3696138354', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795469837775, 1795469837775, 1, 'Service center stopped', '', '{"version":"0.1.0","edition":"community","uptimeSeconds":3}', NULL, NULL, NULL);
INSERT INTO "external_identity" ("issuer", "subject", "user", "linked_at") VALUES ('filled', 'filled', 1, 1795469854043);
INSERT INTO "former_endpoint" ("endpoint", "version", "eui", "bidi", "key_column", "key", "sh_addr", "dual_chan", "repetition", "wide_carr_off", "long_blk_dist") VALUES (1, 1, 'filled', 1, 'filled', X'0178D428E1CC0500C0A3C9168476B6CAD5E48EA96C3108CCF163FDC3876D60', 1, 1, 1, 1, 1);
INSERT INTO "identity_provider" ("issuer", "metadata", "metadata_at", "keys", "keys_at") VALUES ('filled', 'filled', 1795469854043, NULL, NULL);
INSERT INTO "integration" ("id", "uuid", "org", "name", "description", "kind", "enabled", "event_types", "ep_euis", "device_models", "ep_tags", "include_subpackets", "max_per_second", "settings", "secrets", "revision", "ended", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 'http', 0, '[]', '[]', '[]', '{}', 0, 0, '{"url":"http://127.0.0.1:9/"}', X'012BA83344473616E0581119C2572D7A97AE62C615BCAC5BBF73CF72095A40', 1, '', 1795469854043, 1795469854043);
INSERT INTO "integration_notice" ("seq", "org", "event", "integration", "endpoint", "station", "at", "content", "stored_at") VALUES (1, 1, 'filled', NULL, NULL, NULL, 1, '{}', 1795469854043);
INSERT INTO "integration_parked" ("integration", "stream", "place", "reason", "parked_at") VALUES (1, 'filled', 1, 'filled', 1795469854043);
INSERT INTO "integration_progress" ("integration", "log_cursor", "event_cursor", "delivered", "dropped", "last_success_at", "last_error", "last_error_at") VALUES (1, 1, 1, 0, 0, NULL, '', NULL);
INSERT INTO "integration_replay" ("id", "uuid", "integration", "event_types", "log_cursor", "log_end", "event_cursor", "event_end", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, '[]', 1, 1, 1, 1, 1795469854043);
INSERT INTO "known_network" ("user", "network", "seen_at") VALUES (1, 'filled', 1795469854043);
INSERT INTO "late_reception" ("seq", "message", "station") VALUES (8, 7, 2);
INSERT INTO "manufacturer" ("id", "uuid", "org", "name", "name_key", "code", "description", "website", "contact_email", "created_at", "updated_at") VALUES (1, '01a20a57-7c0b-7386-91a2-d8fead092f1a', 1, 'Maker', 'maker', 'maker', '', '', '', 1795469835275, 1795469835275);
INSERT INTO "media" ("id", "uuid", "org", "filename", "content_type", "size", "unused_since", "created_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 1, NULL, 1795469854043);
INSERT INTO "media_content" ("media", "content") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "membership" ("org", "user", "role", "manage_endpoints", "manage_base_stations", "status", "created_at", "updated_at") VALUES (1, 1, 'filled', 1, 1, 'filled', 1795469854043, 1795469854043);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (4, 1, 1, 1, 1, 1795469835275000000, 1795469835275, 1795469835775, X'044DA024', 0, 19, X'950103CF18EACA4D687ED8C0CB4029000000000000D09E950202CF18EACA4D687ED8C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (5, 1, 1, 1, 2, 1795469835775000000, 1795469835775, 1795469836275, X'0452A024', 0, 7, X'950105CF18EACA4D864C3DC0CB4029000000000000D09E950203CF18EACA4D864C3DC0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (6, 1, 1, 1, 3, 1795469836275000000, 1795469836275, 1795469836775, X'04599F24', 0, 3, X'950107CF18EACA4DA419A2C0CB4029000000000000D09E950204CF18EACA4DA419A2C0CB4029000000000000D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (7, 1, 1, 0, 50, 1767225600123456789, 1795469836775, 1795469837275, X'0180FF', 0, 0, X'950108CF18867251F555CD15CB4029000000000000D09E950205CF18867251F555CD1503D09E', 0, 'skipped', 'no_blueprint', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "message" ("seq", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "stored_at", "user_data", "format", "flags", "receptions", "skipped", "decode_status", "decode_error", "decoded", "blueprint", "vm_mac_type", "vm_crc", "ac_eui", "decoding") VALUES (9, 1, 0, 0, 0, 1767225600123456789, 1795469837275, 1795469837775, X'449315', 0, 0, X'950109CF18867251F555CD15CB4023000000000000D09B', 0, 'skipped', 'no_blueprint', NULL, NULL, 1, 42300, NULL, NULL);
INSERT INTO "meta" ("key", "value") VALUES ('configuration', '{"data_dir":"x2BNMItvV7qr","log.level":"zK8UQdqd8NxU","log.format":"0/WvcbJ/ReT6","auth.enabled":"t1UaWuQCYEFe","auth.access_token_s":"dKGOfDwK7SuQ","auth.refresh_token_s":"uYMVuHqI1AMR","auth.refresh_absolute_s":"Bpt0scDns3/u","auth.issuer":"0/WvcbJ/ReT6","auth.local_login":"UVWV4N1MVjHh","auth.login_notice":"0/WvcbJ/ReT6","auth.password.min_length":"2qgld9JYZm8l","auth.password.deny_common":"UVWV4N1MVjHh","auth.totp.required":"t1UaWuQCYEFe","auth.registration.mode":"IDAazThJMBIs","auth.registration.domains":"zZB/0w6IWcTY","auth.oidc.enabled":"t1UaWuQCYEFe","auth.oidc.client_id":"0/WvcbJ/ReT6","auth.oidc.client_secret":"0/WvcbJ/ReT6","auth.oidc.scopes":"zqQE7Esd/jBQ","auth.oidc.label":"7ErsOhJZK7Wl","auth.oidc.auto_redirect":"t1UaWuQCYEFe","auth.oidc.create_users":"t1UaWuQCYEFe","auth.oidc.domains":"zZB/0w6IWcTY","auth.oidc.link_by_email":"t1UaWuQCYEFe","auth.oidc.trust_email":"t1UaWuQCYEFe","auth.oidc.organization_claim":"0/WvcbJ/ReT6","auth.oidc.role":"4xhB9aNTAnRF","auth.oidc.ca_file":"0/WvcbJ/ReT6","auth.oidc.issuer":"0/WvcbJ/ReT6","auth.oauth2.enabled":"t1UaWuQCYEFe","auth.oauth2.client_id":"0/WvcbJ/ReT6","auth.oauth2.client_secret":"0/WvcbJ/ReT6","auth.oauth2.scopes":"zqQE7Esd/jBQ","auth.oauth2.label":"BsmR6Oq/cUYZ","auth.oauth2.auto_redirect":"t1UaWuQCYEFe","auth.oauth2.create_users":"t1UaWuQCYEFe","auth.oauth2.domains":"zZB/0w6IWcTY","auth.oauth2.link_by_email":"t1UaWuQCYEFe","auth.oauth2.trust_email":"t1UaWuQCYEFe","auth.oauth2.organization_claim":"0/WvcbJ/ReT6","auth.oauth2.role":"4xhB9aNTAnRF","auth.oauth2.ca_file":"0/WvcbJ/ReT6","auth.oauth2.authorize_url":"0/WvcbJ/ReT6","auth.oauth2.token_url":"0/WvcbJ/ReT6","auth.oauth2.userinfo_url":"0/WvcbJ/ReT6","admin.email":"0/WvcbJ/ReT6","admin.password":"0/WvcbJ/ReT6","organizations.self_service":"t1UaWuQCYEFe","org_enforcement_enabled":"t1UaWuQCYEFe","service_center.eui":"0/WvcbJ/ReT6","service_center.name":"HQjbkSVdEZFD","service_center.vendor":"5pQ3BhXLgpjo","service_center.model":"/EuYyVLaLiqQ","master_key_file":"AYjgRrD24hG3","bssci_host":"v0+gp/sNO/8I","bssci_port":"ggWp4FoZOj//","bssci_tls.cert":"0/WvcbJ/ReT6","bssci_tls.key":"0/WvcbJ/ReT6","bssci_tls.ca":"0/WvcbJ/ReT6","bssci_tls.min_version":"4gfnWYuNperc","bssci_tls.bind_certificate":"UVWV4N1MVjHh","bssci.register_unknown":"t1UaWuQCYEFe","bssci.handshake_s":"0Gpe6OtuulnM","bssci.con_s":"0Gpe6OtuulnM","bssci.con_cmp_s":"0Gpe6OtuulnM","bssci.write_stall_s":"2qgld9JYZm8l","bssci.ping_s":"1roMUzqmEmhj","bssci.dead_s":"Te3g3nRrkkZ+","bssci.ping_answer_s":"0Gpe6OtuulnM","bssci.status_first_s":"1roMUzqmEmhj","bssci.status_s":"8oDM7QXoBGzx","bssci.answer_s":"1roMUzqmEmhj","bssci.attach_repeat_s":"ss00Zz02HF67","bssci.propagate_group":"zJRWppNnuzg+","bssci.propagate_pause_ms":"ggWp4FoZOj//","bssci.session_retention_s":"uYMVuHqI1AMR","bssci.mac_types":"P/xpA58Rh2Aa","scaci_host":"v0+gp/sNO/8I","scaci_port":"ggWp4FoZOj//","scaci_tls.cert":"0/WvcbJ/ReT6","scaci_tls.key":"0/WvcbJ/ReT6","scaci_tls.ca":"0/WvcbJ/ReT6","scaci_tls.min_version":"SgKtROuTx7u3","scaci_tls.bind_certificate":"UVWV4N1MVjHh","scaci_tls.ciphers":"oRif9zW0oncs","scaci.enabled":"UVWV4N1MVjHh","scaci.establish_s":"0Gpe6OtuulnM","scaci.write_stall_s":"2qgld9JYZm8l","scaci.ping_s":"8oDM7QXoBGzx","scaci.ping_answer_s":"2qgld9JYZm8l","scaci.max_pending":"yc50t+ie9COO","scaci.held_operations":"Te3g3nRrkkZ+","scaci.session_retention_s":"Bpt0scDns3/u","scaci.ul_data_tx":"UVWV4N1MVjHh","scaci.only_registered":"t1UaWuQCYEFe","gateway_host":"v0+gp/sNO/8I","gateway_port":"ggWp4FoZOj//","gateway_tls.enabled":"jWl4X5p0JZAH","gateway_tls.cert":"0/WvcbJ/ReT6","gateway_tls.key":"0/WvcbJ/ReT6","gateway.allowed_hosts":"zZB/0w6IWcTY","gateway.base_url":"0/WvcbJ/ReT6","gateway.trusted_proxies":"zZB/0w6IWcTY","gateway.cors_origins":"zZB/0w6IWcTY","rest.strict_connections":"t1UaWuQCYEFe","core_host":"v0+gp/sNO/8I","core_port":"ggWp4FoZOj//","core.allow_remote":"t1UaWuQCYEFe","core.peer_secret":"0/WvcbJ/ReT6","health.host":"v0+gp/sNO/8I","health.core_port":"ggWp4FoZOj//","health.gateway_port":"ggWp4FoZOj//","store.path":"rpWWLDhnnlx9","store.synchronous":"Vo5Sugd8AVIx","store.engine":"jWl4X5p0JZAH","store.low_free_mb":"0/WvcbJ/ReT6","store.min_free_mb":"0/WvcbJ/ReT6","backup.dir":"rHCp10A/AhzE","backup.keep":"bPEsaB+Cq3aM","retention.messages_days":"MToAcRJPwLH8","retention.events_days":"0Gpe6OtuulnM","retention.audit_days":"+vtYWFNxlVy8","retention.alerts_days":"Ko5JWfFcqmnU","retention.value_hours_days":"MToAcRJPwLH8","retention.max_database_mb":"0/WvcbJ/ReT6","alerts.basestation_offline.enabled":"UVWV4N1MVjHh","alerts.basestation_offline.hold_s":"ss00Zz02HF67","alerts.basestation_offline.clear_s":"ggWp4FoZOj//","alerts.basestation_flapping.enabled":"UVWV4N1MVjHh","alerts.basestation_flapping.limit":"QM/emOpHzD6y","alerts.basestation_flapping.clear_limit":"yV4WLQDbNi24","alerts.basestation_flapping.window_s":"pJbpgutCFbv5","alerts.basestation_flapping.clear_s":"pJbpgutCFbv5","alerts.basestation_refused.enabled":"UVWV4N1MVjHh","alerts.basestation_refused.limit":"5F714qVUjd/g","alerts.basestation_refused.clear_limit":"rfHDPftz/djx","alerts.basestation_refused.window_s":"UCYxkVuvPwGx","alerts.basestation_refused.clear_s":"pJbpgutCFbv5","alerts.basestation_status.enabled":"UVWV4N1MVjHh","alerts.basestation_status.hold_s":"ggWp4FoZOj//","alerts.basestation_status.clear_s":"ggWp4FoZOj//","alerts.basestation_load.enabled":"UVWV4N1MVjHh","alerts.basestation_load.limit":"UXlOE3xcGD2d","alerts.basestation_load.clear_limit":"0/WvcbJ/ReT6","alerts.basestation_load.hold_s":"UCYxkVuvPwGx","alerts.basestation_load.clear_s":"ss00Zz02HF67","alerts.basestation_temperature.enabled":"UVWV4N1MVjHh","alerts.basestation_temperature.limit":"wxwoh9LJL/e0","alerts.basestation_temperature.clear_limit":"0/WvcbJ/ReT6","alerts.basestation_temperature.hold_s":"ggWp4FoZOj//","alerts.basestation_temperature.clear_s":"ss00Zz02HF67","alerts.basestation_duty_cycle.enabled":"UVWV4N1MVjHh","alerts.basestation_duty_cycle.limit":"Xyx9+Di34aPQ","alerts.basestation_duty_cycle.clear_limit":"0/WvcbJ/ReT6","alerts.basestation_duty_cycle.hold_s":"ggWp4FoZOj//","alerts.basestation_duty_cycle.clear_s":"UCYxkVuvPwGx","alerts.basestation_clock.enabled":"UVWV4N1MVjHh","alerts.basestation_clock.limit":"rfHDPftz/djx","alerts.basestation_clock.clear_limit":"0/WvcbJ/ReT6","alerts.basestation_clock.hold_s":"ggWp4FoZOj//","alerts.basestation_clock.clear_s":"ss00Zz02HF67","alerts.endpoint_silent.enabled":"UVWV4N1MVjHh","alerts.endpoint_silent.limit":"HXPlhOCE2FUr","alerts.endpoint_silent.hold_s":"ggWp4FoZOj//","alerts.endpoint_silent.clear_s":"ggWp4FoZOj//","alerts.endpoint_inactive.enabled":"t1UaWuQCYEFe","alerts.endpoint_inactive.hold_s":"ggWp4FoZOj//","alerts.endpoint_inactive.clear_s":"ggWp4FoZOj//","alerts.endpoint_attach_failing.enabled":"UVWV4N1MVjHh","alerts.endpoint_attach_failing.limit":"5F714qVUjd/g","alerts.endpoint_attach_failing.window_s":"pJbpgutCFbv5","alerts.endpoint_attach_failing.clear_s":"ggWp4FoZOj//","alerts.endpoint_loss.enabled":"t1UaWuQCYEFe","alerts.endpoint_loss.limit":"g8iTWYnWkgeY","alerts.endpoint_loss.clear_limit":"0/WvcbJ/ReT6","alerts.endpoint_loss.hold_s":"ggWp4FoZOj//","alerts.endpoint_loss.clear_s":"ggWp4FoZOj//","alerts.endpoint_unknown.enabled":"UVWV4N1MVjHh","alerts.endpoint_unknown.limit":"5F714qVUjd/g","alerts.endpoint_unknown.clear_limit":"rfHDPftz/djx","alerts.endpoint_unknown.window_s":"uYMVuHqI1AMR","alerts.endpoint_unknown.clear_s":"uYMVuHqI1AMR","alerts.decode_failing.enabled":"UVWV4N1MVjHh","alerts.decode_failing.limit":"QM/emOpHzD6y","alerts.decode_failing.clear_limit":"0/WvcbJ/ReT6","alerts.decode_failing.hold_s":"ggWp4FoZOj//","alerts.decode_failing.clear_s":"ggWp4FoZOj//","alerts.downlink_failing.enabled":"UVWV4N1MVjHh","alerts.downlink_failing.limit":"5F714qVUjd/g","alerts.downlink_failing.clear_limit":"0/WvcbJ/ReT6","alerts.downlink_failing.hold_s":"ggWp4FoZOj//","alerts.downlink_failing.clear_s":"ggWp4FoZOj//","alerts.scaci_disconnected.enabled":"UVWV4N1MVjHh","alerts.scaci_disconnected.hold_s":"UCYxkVuvPwGx","alerts.scaci_disconnected.clear_s":"ggWp4FoZOj//","alerts.integration_failing.enabled":"UVWV4N1MVjHh","alerts.integration_failing.hold_s":"ss00Zz02HF67","alerts.integration_failing.clear_s":"8oDM7QXoBGzx","alerts.certificate_server.enabled":"UVWV4N1MVjHh","alerts.certificate_server.limit":"Y8kcgm2m+mf8","alerts.certificate_server.clear_limit":"0/WvcbJ/ReT6","alerts.certificate_server.hold_s":"ggWp4FoZOj//","alerts.certificate_server.clear_s":"ggWp4FoZOj//","alerts.certificate_ca.enabled":"UVWV4N1MVjHh","alerts.certificate_ca.limit":"yG4wUcbyMMZl","alerts.certificate_ca.clear_limit":"0/WvcbJ/ReT6","alerts.certificate_ca.hold_s":"ggWp4FoZOj//","alerts.certificate_ca.clear_s":"ggWp4FoZOj//","alerts.certificate_target.enabled":"UVWV4N1MVjHh","alerts.certificate_target.limit":"Y8kcgm2m+mf8","alerts.certificate_target.clear_limit":"0/WvcbJ/ReT6","alerts.certificate_target.hold_s":"ggWp4FoZOj//","alerts.certificate_target.clear_s":"ggWp4FoZOj//","alerts.certificate_basestation.enabled":"UVWV4N1MVjHh","alerts.certificate_basestation.limit":"Y8kcgm2m+mf8","alerts.certificate_basestation.clear_limit":"0/WvcbJ/ReT6","alerts.certificate_basestation.hold_s":"ggWp4FoZOj//","alerts.certificate_basestation.clear_s":"ggWp4FoZOj//","alerts.storage.enabled":"UVWV4N1MVjHh","alerts.storage.hold_s":"ggWp4FoZOj//","alerts.storage.clear_s":"8oDM7QXoBGzx","alerts.database.enabled":"UVWV4N1MVjHh","alerts.database.limit":"rfHDPftz/djx","alerts.database.clear_limit":"rfHDPftz/djx","alerts.database.window_s":"ss00Zz02HF67","alerts.database.clear_s":"ss00Zz02HF67","alerts.backup.enabled":"UVWV4N1MVjHh","alerts.backup.hold_s":"ggWp4FoZOj//","alerts.backup.clear_s":"ggWp4FoZOj//","alerts.listener.enabled":"UVWV4N1MVjHh","alerts.listener.hold_s":"ggWp4FoZOj//","alerts.listener.clear_s":"ggWp4FoZOj//","alerts.overload.enabled":"UVWV4N1MVjHh","alerts.overload.limit":"rfHDPftz/djx","alerts.overload.clear_limit":"0/WvcbJ/ReT6","alerts.overload.hold_s":"8oDM7QXoBGzx","alerts.overload.clear_s":"ss00Zz02HF67","alerts.login_attack.enabled":"UVWV4N1MVjHh","alerts.login_attack.limit":"UVM9WvcfiFtQ","alerts.login_attack.clear_limit":"rfHDPftz/djx","alerts.login_attack.window_s":"UCYxkVuvPwGx","alerts.login_attack.clear_s":"vc9XplSYiVgv","alerts.clock.enabled":"UVWV4N1MVjHh","alerts.clock.hold_s":"ggWp4FoZOj//","alerts.clock.clear_s":"ggWp4FoZOj//","alerts.endpoint_battery.enabled":"UVWV4N1MVjHh","alerts.endpoint_battery.limit":"UVM9WvcfiFtQ","alerts.endpoint_battery.clear_limit":"0/WvcbJ/ReT6","alerts.endpoint_battery.hold_s":"ggWp4FoZOj//","alerts.endpoint_battery.clear_s":"ggWp4FoZOj//","alerts.endpoint_battery.volts":"dksqMPaH+oOZ","alerts.basestation_deaf.enabled":"UVWV4N1MVjHh","alerts.basestation_deaf.limit":"YT0oB4CoW6Zg","alerts.basestation_deaf.hold_s":"ggWp4FoZOj//","alerts.basestation_deaf.clear_s":"ggWp4FoZOj//","alerts.endpoint_margin.enabled":"t1UaWuQCYEFe","alerts.endpoint_margin.limit":"5F714qVUjd/g","alerts.endpoint_margin.clear_limit":"0/WvcbJ/ReT6","alerts.endpoint_margin.hold_s":"ggWp4FoZOj//","alerts.endpoint_margin.clear_s":"ggWp4FoZOj//","alerts.endpoint_single_path.enabled":"t1UaWuQCYEFe","alerts.endpoint_single_path.hold_s":"ggWp4FoZOj//","alerts.endpoint_single_path.clear_s":"ggWp4FoZOj//","alerts.traffic_drop.enabled":"t1UaWuQCYEFe","alerts.traffic_drop.limit":"smh/dUaNIU/f","alerts.traffic_drop.clear_limit":"0/WvcbJ/ReT6","alerts.traffic_drop.hold_s":"ggWp4FoZOj//","alerts.traffic_drop.clear_s":"ggWp4FoZOj//","alerts.email.host":"0/WvcbJ/ReT6","alerts.email.port":"0/WvcbJ/ReT6","alerts.email.starttls":"/l6aTlzt+IoC","alerts.email.ca":"0/WvcbJ/ReT6","alerts.email.username":"0/WvcbJ/ReT6","alerts.email.password":"0/WvcbJ/ReT6","alerts.email.from":"20k3bqKvUFz8","alerts.email.to":"zZB/0w6IWcTY","alerts.heartbeat_url":"0/WvcbJ/ReT6","endpoint.activity_window_s":"uYMVuHqI1AMR","uplink.reception_window_ms":"RgaGxrtpI1gL","uplink.duplicate_window_s":"ss00Zz02HF67","downlink.validity_s":"uYMVuHqI1AMR","downlink.hand_over":"lv8Ep4kBcg5/","downlink.max_pending_per_endpoint":"bF/bvObeYzXQ","downlink.requeue_offline_s":"ss00Zz02HF67","downlink.sweep_s":"QM/emOpHzD6y","downlink.rx_query_s":"ss00Zz02HF67","integrations.max_age_s":"JPllu8zapKSo","integrations.allow_targets":"zZB/0w6IWcTY","mqtt.broker.enabled":"t1UaWuQCYEFe","mqtt.broker.host":"v0+gp/sNO/8I","mqtt.broker.port":"Da9bYx/r3DJw","mqtt.broker.tls_host":"je7TPupRiT70","mqtt.broker.tls_port":"vdASlWcRmTuM","mqtt.broker.max_connections":"bF/bvObeYzXQ","mqtt.broker.max_subscriptions":"zJRWppNnuzg+","mqtt.broker.max_retained":"yc50t+ie9COO","pki.key_type":"h/ZmsRGK6tQf","pki.ca_days":"VtofD0gKNnDZ","pki.server_days":"JKfo+FeTqeC4","pki.client_days":"CJP7TZiJj2Pc","pki.renew_at":"uyZyYSwxw1xc","pki.server_names":"uvhPJqAaKp2r","limits.connections":"ZlV/EG0jDs41","limits.handshakes_per_s":"bF/bvObeYzXQ","limits.connect_frame_bytes":"M0Xbrfsv/ZIR","limits.frame_bytes":"hrQ6VI97Khl6","limits.open_operations":"wKO2S2Sjq3ER","limits.send_buffer_bytes":"C25Ul0uJiLrn","limits.requests_per_s":"ggWp4FoZOj//","limits.rest_requests_per_s":"ggWp4FoZOj//","limits.logins_per_min":"8oDM7QXoBGzx","limits.registrations_per_min":"2qgld9JYZm8l","limits.refreshes_per_min":"MIx6gnQ/WygO","limits.endpoints":"0/WvcbJ/ReT6","limits.base_stations":"0/WvcbJ/ReT6"}');
INSERT INTO "meta" ("key", "value") VALUES ('operator', '01a20a57-7c0b-782f-9781-9d3fe94919f9');
INSERT INTO "meta" ("key", "value") VALUES ('page_token_key', 'AWOFect0074OOXGOy4qL6UMu3fyo2odtc6eT9f2ovQZDyh6bMCs5eJX1MaCIq/hvrK047kDcLiozGqRv7A==');
INSERT INTO "meta" ("key", "value") VALUES ('running', 'no');
INSERT INTO "meta" ("key", "value") VALUES ('sc_eui', '32826e3696138354');
INSERT INTO "meta" ("key", "value") VALUES ('shipped_catalog', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
INSERT INTO "meta" ("key", "value") VALUES ('time_floor', '1795464301474');
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (1, 1, 'epStat', NULL, 2, '{"epEui":"fe0000000000e102","epStatus":"attached"}', 1795469835275);
INSERT INTO "notice" ("seq", "org", "kind", "ac_eui", "endpoint", "content", "stored_at") VALUES (2, 1, 'epStat', NULL, 1, '{"epEui":"fe0000000000e101","epStatus":"attached","attachCnt":0,"nonce":"ce9fefc9","sign":"19f33fb3","snr":12.5,"rssi":-98}', 1795469835275);
INSERT INTO "notification" ("id", "channel", "alert", "opening", "change", "severity", "rule", "at", "message", "sent_at", "again_at", "repeats", "failed_ms") VALUES (1, 1, 1, 1, 'filled', 'filled', 'filled', 1, 1, NULL, NULL, 0, 0);
INSERT INTO "notification_channel" ("id", "name", "enabled") VALUES (1, 'email', 0);
INSERT INTO "notification_message" ("id", "channel", "rule", "message_id", "made_at") VALUES (1, 1, 'filled', 'filled', 1795469854043);
INSERT INTO "once" ("id", "org", "caller", "key", "digest", "kept_at", "up_to", "result", "secret") VALUES (1, 1, 'filled', 'filled', 'filled', 1795469854043, 1, '{}', X'01E31AD18EE2724348E2A26C8A097862EB8143CF3F520F93A5F41EA9A98C99');
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (1, -7, 'ulDataTx', X'01338B168019D88A9426D5C032CD918F8553C28AF336443CBC034A5B84F4487E200222699F61B26377AE9BB4845E2668363D4D5EABEB7A30007CDF6EDFAD2A8A518B6EF668291F73EEE37DF5D3266B015AD25A085071FC0981A30E34A4055D450E8755C3FB91FC4B0B', 1, '', 0, 1795469837775);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -5, 'attPrp', X'01CCA0E610E49AB7CD57C038437F54979261E2836AB24E2D90A2AB5DBD6E64EC6465851E7AB1F7810EC4B58DEED00D60D46865D2B430839D970BC062C1656C3B86C681EBCF60642199D350296E1D6BAB0FC6A12BD3FBFCAFBF0A2D0060A60AF16BD1A0534969F0BAD93B00DB990C38580F2C8C61D4A740047B73FD4866822A506F408F1CE9FB6295DDDDE02010D39756DDC0ABA037D0A0C6', 2, '', 0, 1795469835275);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -4, 'attPrp', X'012B054624101430A5BFDEA1F9E63CA31875A509EB0D0AB64E5F87A4E71C554C9D3F929E33FC093D217894EBC40D0453EA8D34155D2854E97A156A1277628C8ADD4025367007FEE49E9A20223C1E2A6D232CB466EFD760860639141D7CEF4801B7F9093225547E81E0B4DE7E02CEE860B3F8013CFE493870035930CD266DDD279AFC8DE92A0D704C81012250BA1F17BF82E52C2E514E2456', 2, '', 0, 1795469835275);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -3, 'attPrp', X'01DDA47FEA7F9E2450A5AA627DE4E54DC0A82B37CEB17DB4B90BC4626A5324C88F7E2D9B1BDAA8C8F960723C3E933891A7A483E7EA98E02A4C883A5E33F2B51F19EC57949EBAAD4633785BB5A4741C3AC8EBFFBE8F001D0F14FE8E3F136609FFD74F2278ED54791F6FF45C7BA822D2F9A7092AC91670510D751C926730E8E6DD08754BE21F803FCC66625DE52C4CE6990FFC09F3E83BF86F09C668862B41511957', 1, '', 0, 1795469835275);
INSERT INTO "operation" ("session", "op_id", "command", "content", "endpoint", "about", "resumes", "created_at") VALUES (2, -2, 'attPrp', X'01A48F8E11E37668FBA42AA6718F37435E9C65C45D41A49AC0974FCA256A428179E8BD25E21F4A37B2845DDAB09C1E605C164E71A706106FB2079D4E6EB14CD4CF5A1C7894B36D20D2B00889168DB96DFCF8C27C3C1065188F337E6B1BD6D55AA060E89627208A4F8C848ECBD778B5C3A47F97F899A2F6D46635B7CE10F5B2AA6AF63D3F8239B79B548C904AE143D6769094806C0FAE8519', 2, '', 0, 1795469835275);
INSERT INTO "organization" ("id", "uuid", "name", "description", "state", "external_id", "tags", "is_default", "max_endpoints", "max_base_stations", "created_at", "updated_at", "name_key", "deleted_at", "version") VALUES (1, '01a20a57-7c0b-7dbe-8c84-2e4e156e0f75', 'Default organization', '', 'active', '', '{}', 1, NULL, NULL, 1795469835275, 1795469835275, 'default organization', NULL, 2);
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (1, 9, 4294967296, 1795467600000, X'002A0003270C008BB78801E8079875DE96070002010F00020F000101882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (2, 9, 4294967297, 1795467600000, X'00290203260C008BB78801E8079875DE96070002010F00020F0000882788279EB2029EB202010C03012703');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (3, 9, 4294967296, 1767225600000, X'003100022E06007B00E044EEED040002010B0202040003B0099EB202000101D81D8827CEBB029EB20202080104010229010201');
INSERT INTO "pending_activity" ("id", "last_seq", "section", "start_at", "cells") VALUES (4, 9, 4294967297, 1767225600000, X'001A02011703007B88279EB2020002010700020500B0099EB2020000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (1, 9, 1099511627776, X'B5B81E010100030000060C00009875DE960700009EB2029EB2028BB78801E807000090FB1D01010002000002060000E044EEED040000CEBB029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (2, 9, 2199023255552, X'B5B81E020100030000060C00009875DE960700009EB2029EB2028BB78801E8070000B5B81E030101000003030C00009875DE960700009EB2029EB2028BB78801E8070000B5B81E030102000000030C00009875DE960700009EB2029EB2028BB78801E807000090FB1D0201000100000103000088279EB20200009EB2029EB2027B00000090FB1D0301010000010103000088279EB20200009EB2029EB2027B00000090FB1D03000100000101030000D81DCEBB020000CEBB02CEBB027B00000090FB1D03010200000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "pending_figures" ("id", "last_seq", "part", "figures") VALUES (3, 9, 4398046511104, X'B5B81E040100000003030C00009875DE960700009EB2029EB2028BB78801E8070000B5B81E040200000000030C00009875DE960700009EB2029EB2028BB78801E807000090FB1D04010000000202060000E044EEED040000CEBB029EB2027B00000090FB1D04020000000001030000B0099EB20200009EB2029EB2027B000000');
INSERT INTO "physical_device" ("device", "uuid", "org", "endpoint", "connection", "client_device_id", "configuration", "given", "secrets", "created_by_api", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, NULL, 'plant', 'pump 7', '{}', '[]', X'0132081E96E04CAA81A5845F012C01D8878D5741A83D17C1527F5FAB2E8142', 1, 1795469854043, 1795469854043);
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 1, 1, 4, X'080202020B02025E');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 1, 5, X'0802020204');
INSERT INTO "posting" ("block", "kind", "key", "count", "seqs") VALUES (4, 2, 2, 4, X'08020204');
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (1, 1795469835275, 1795469837775);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (2, 1795469835275, 1795469837775);
INSERT INTO "presence" ("station", "connected_at", "disconnected_at") VALUES (4, 1795469837775, 1795469837775);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 1, 'att', 'sent', -3, '01a20a57-7c0b-71f0-8bc6-2b7fd568540b', 0, NULL, '', 1795469835275);
INSERT INTO "propagation" ("station", "endpoint", "kind", "state", "op_id", "operation_uuid", "attempts", "retry_at", "error", "updated_at") VALUES (2, 2, 'att', 'sent', -5, '01a20a57-7c0b-7561-b3e4-7f6c5e5d9d83', 0, NULL, '', 1795469835275);
INSERT INTO "recovery_code" ("user", "hash") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "refresh_token" ("hash", "sign_in", "expires_at", "used_at", "successor") VALUES (X'0707070707070707070707070707070707070707070707070707070707070707', 1, 1795469854043, NULL, X'010677EC4B1282376F0B3A241C432CFB29CD67F4A53ED51037E851650F0A53');
INSERT INTO "revoked_eui" ("kind", "eui", "revoked_at", "reason") VALUES ('bs', '70b3d59cd0000004', 1795469837775, 'deleted');
INSERT INTO "rollup" ("grain", "start_at", "scope", "key", "other", "messages", "duplicates", "firsts", "receptions", "bytes", "lost", "resets", "snr_sum", "rssi_sum", "eq_snr_sum", "eq_snr_count", "rssi_min", "rssi_max", "first_at", "last_at", "downlinks", "downlinks_failed", "downlinks_acked", "profiles", "modes") VALUES (3600, 1795469854043, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1, NULL, NULL, 1795469854043, 1795469854043, 0, 0, 0, NULL, NULL);
INSERT INTO "rule" ("id", "uuid", "org", "name", "description", "enabled", "definition", "cooldown_s", "version", "log_from", "event_from", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', '', 0, 'filled', 1, 1, 1, 1, 1795469854043, 1795469854043);
INSERT INTO "rule_activity" ("rule", "last_triggered_at", "last_error") VALUES (1, 1795469854043, '');
INSERT INTO "rule_execution" ("id", "uuid", "rule", "version", "endpoint", "ep_eui", "device", "fired_at", "stored_at", "found", "actions") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 1, 1, 'filled', 'filled', 1795469854043, 1795469854043, 'filled', '{}');
INSERT INTO "rule_progress" ("one", "log_cursor", "event_cursor", "revision", "devices") VALUES (1, 1, 1, 1, 0);
INSERT INTO "rule_state" ("endpoint", "rule", "since", "fired", "fired_at", "value", "commands_from", "commands", "due_at") VALUES (1, 1, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (1, '01a20a57-7c0b-7a40-8262-518557d1de73', 1, 1, 'received', 'operator@localhost', 1795469835275, 1, 1, -5, 1795469835275, 1795469835775, '', 12);
INSERT INTO "rx_query" ("id", "uuid", "org", "endpoint", "state", "requested_by", "requested_at", "station", "session", "op_id", "written_at", "finished_at", "error", "line") VALUES (2, '01a20a57-85cf-7675-9f71-54f6a6bffda6', 1, 1, 'pending', 'operator@localhost', 1795469837775, 1, NULL, NULL, NULL, NULL, '', 14);
INSERT INTO "rx_status" ("id", "uuid", "endpoint", "station", "rx_time_ns", "reported_at", "packet_cnt", "dl_rx_snr", "dl_rx_rssi", "query", "message") VALUES (1, '01a20a57-7dff-7706-9276-92436aeabcc7', 1, 1, 1795469835775000000, 1795469835775, 2, 12.5, -98.0, 1, 5);
INSERT INTO "second_factor" ("user", "secret", "enrolled_at", "confirmed_at", "last_step") VALUES (1, X'01407F2273E0E8BF4997433D5C720A526D2806AD5667665D30B935B0565499', 1795469854043, NULL, 1);
INSERT INTO "sensor_mapping" ("sensor", "uuid", "source_path", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 1795469854043, 1795469854043);
INSERT INTO "sensor_template" ("id", "uuid", "org", "name", "name_key", "description", "kind", "unit", "value_type", "default_key", "min", "max", "decimals", "version", "created_at", "updated_at") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', NULL, NULL, NULL, 1, 1795469854043, 1795469854043);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (1, 1, X'470B780ACE3C630A4AA1753502BE2E81', X'401F9C0428404533B3A066AADA61008D', '1.0.0', 10, 10, -7, 'disconnected', 1795469835275, 1795469837775, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (2, 2, X'561C4B846F375A29DD345B3DC5C2983B', X'8E1CF92A1730488798773A2BE7E538F1', '1.0.0', 5, 5, -5, 'disconnected', 1795469835275, 1795469837775, 9007199254740991, NULL);
INSERT INTO "session" ("id", "station", "sn_bs_uuid", "sn_sc_uuid", "version", "last_bs", "done_bs", "last_sc", "state", "connected_at", "disconnected_at", "announced", "unanswered") VALUES (3, 4, X'080402685429C5C4CC1B37D330250B45', X'DF3AB9403D75404CB4245A65A20F6961', '1.0.0', 2, 0, -3, 'disconnected', 1795469837775, 1795469837775, 9007199254740991, NULL);
INSERT INTO "shipped_row" ("uuid", "content", "default_blueprint") VALUES ('0190b6a0-0000-7000-8000-00000000f111', '{}', NULL);
INSERT INTO "sign_in" ("id", "uuid", "user", "user_id", "began_at", "ends_at", "expires_at", "ended_at", "ended_by") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 1, 'filled', 1795469854043, 1795469854043, 1795469854043, NULL, 'logout');
INSERT INTO "station_operation" ("session", "op_id", "command", "endpoint", "heard") VALUES (3, 2, 'att', 3, '{"snr":12.5,"rssi":-98}');
INSERT INTO "token_secret" ("id", "kid", "created_at", "secret") VALUES (1, 'filled', 1795469854043, X'01A2B1E8DD9349674D23C83FC36DCE232DADDBD09731644F672DB8F1EA9F33');
INSERT INTO "traffic_hour" ("org", "hour", "counts") VALUES (1, 1, 'filled');
INSERT INTO "ul_transmit" ("session", "op_id", "packet_cnt", "line", "org", "ep_eui") VALUES (1, -7, 7, 15, NULL, NULL);
INSERT INTO "uplink" ("id", "org", "endpoint", "generation", "packet_cnt", "rx_time_ns", "arrived_at", "due_at", "user_data", "format", "flags", "receptions", "skipped", "vm_mac_type", "vm_crc", "ac_eui", "session", "last_bs", "done_bs") VALUES (6, 1, 1, 0, 51, 1767225600123456789, 1795469837775, 1795469838275, X'0180FF', 0, 0, X'95010ACF18867251F555CD15CB4029000000000000D09E', 0, NULL, NULL, NULL, 1, 10, 9);
INSERT INTO "user" ("id", "uuid", "email", "first_name", "last_name", "company_name", "note", "words", "is_admin", "is_active", "password", "password_change_required", "provider", "last_login_at", "created_at", "updated_at", "version") VALUES (1, '0190b6a0-0000-7000-8000-00000000f111', 'filled', 'filled', 'filled', 'filled', 'filled', 'filled', 1, 0, NULL, 1, '', NULL, 1795469854043, 1795469854043, 1);
INSERT INTO "value_again" ("id") VALUES (1);
INSERT INTO "value_day" ("id", "data") VALUES (1, X'0707070707070707070707070707070707070707070707070707070707070707');
INSERT INTO "value_key" ("id", "name") VALUES (1, 'filled');
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
PRAGMA user_version = 39;
