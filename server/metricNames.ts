/**
 * Every figure that the platform counts of itself and what it means: one that is not here does not compile. Names as Prometheus wants them: base units,
 * `_total` for counters, `_seconds` and `_bytes`, the usual `process_` ones. Labels take values from closed sets only (routes by
 * their pattern, codes, topics): nothing that a caller sends, so that nobody can fill the memory of whoever collects.
 */
export const counterMeanings = {
  ukweli_http_requests_total: 'Requests answered, by method, pattern of the route (none: no such route) and status.',
  ukweli_refusals_total: 'Calls and commands refused, by code of the problem.',
  ukweli_rows_left_out_total:
    'Rows that the platform holds and left out of an answer, since its own schema refuses them, by pattern of the route.',
  ukweli_answers_withheld_total: 'Reads that were answered with a problem, since the schema refuses what is held, by pattern of the route.',
  ukweli_sign_ins_total: 'Tries to sign in, by outcome: done, or why not.',
  ukweli_letters_total: 'Tries to send letters about accounts, by outcome: done, failed; and letters given up (given_up).',
  ukweli_idp_refusals_total: 'Requests that the embedded provider refused, by kind.',
  ukweli_events_total: 'Events appended to the log by this instance, by topic.',
  ukweli_streams_dropped_total: 'Streams ended because their reader did not keep up.',
  ukweli_socket_refusals_total: 'Websockets ended for what they sent or asked, by reason.',
  ukweli_telemetry_events_total: 'Telemetry beacons taken from consoles.',
  ukweli_clock_set_total: 'Times that the clock which the platform goes by was found to have been set, or the machine to have slept.',
  ukweli_times_held_total:
    'Moments written later than the clock said, by more than 2 s, so that no list goes back, by list: log of a tenant, or record.',
} as const;
/** The one histogram: buckets from 5 ms to 10 s. */
export const histogramMeanings = {
  ukweli_http_request_duration_seconds: 'Time from request to end of answer, by pattern of the route; streams left out.',
} as const;
export const gaugeMeanings = {
  ukweli_build_info: 'Always 1; the labels name the build and the kind of database.',
  process_start_time_seconds: 'When the process started, in seconds since 1970.',
  process_resident_memory_bytes: 'Memory that the process holds.',
  ukweli_heap_used_bytes: 'JavaScript heap in use.',
  ukweli_draining: '1 once the process was told to end.',
  ukweli_letters_waiting: 'Letters about accounts that are not sent yet, of all instances.',
  ukweli_letters_oldest_waiting_seconds: 'For how long the one that waits longest has.',
  ukweli_letters_given_up: 'Letters given up in the last 30 days and not sent since.',
  ukweli_db_connections_open: 'Connections to the database for work.',
  ukweli_db_connections_idle: 'Those of them that are free.',
  ukweli_db_callers_waiting: 'Callers waiting for a connection.',
  ukweli_db_writers_waiting: 'Writers waiting for their turn, without a connection.',
  ukweli_event_loop_delay_p99_seconds: 'Delay of the event loop, 99th percentile since the counts were last asked for.',
  ukweli_clock_ahead_seconds:
    'How far the clock of this machine is ahead of the database’s, negative where behind; always 0 on the embedded database.',
  ukweli_streams_open: 'Event streams and websockets open.',
  ukweli_reads_waiting: 'Reads that wait for their turn in the line of whoever asks, on this instance.',
  ukweli_listener_connected: 'On PostgreSQL: 1 while news of other instances are heard.',
} as const;

export type CounterName = keyof typeof counterMeanings;
export type HistogramName = keyof typeof histogramMeanings;
export type GaugeName = keyof typeof gaugeMeanings;
/** Counters without labels start at 0, so that their first step is seen as one. */
export const plainCounters: readonly CounterName[] = [
  'ukweli_streams_dropped_total',
  'ukweli_telemetry_events_total',
  'ukweli_clock_set_total',
];
