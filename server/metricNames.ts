/**
 * Every metric of the platform with its meaning; others do not compile. Names follow Prometheus: base units, `_total` for counters,
 * `_seconds` and `_bytes`, the usual `process_` ones. Label values come from closed sets only (route patterns, codes, topics), never from
 * callers, who could otherwise fill the collector's memory.
 */
export const counters = {
  ukweli_http_requests_total: {
    help: 'Requests answered, by method, pattern of the route (none: no such route) and status.',
    labelNames: ['method', 'route', 'status'],
  },
  ukweli_refusals_total: { help: 'Calls and commands refused, by code of the problem.', labelNames: ['code'] },
  ukweli_rows_left_out_total: {
    help: 'Rows that the platform holds and left out of an answer, since its own schema refuses them, by pattern of the route.',
    labelNames: ['route'],
  },
  ukweli_answers_withheld_total: {
    help: 'Reads that were answered with a problem, since the schema refuses what is held, by pattern of the route.',
    labelNames: ['route'],
  },
  ukweli_sign_ins_total: { help: 'Attempts to sign in, by outcome: done, or why not.', labelNames: ['outcome'] },
  ukweli_letters_total: {
    help: 'Attempts to send emails about accounts, by outcome: done, failed; and emails given up (given_up).',
    labelNames: ['outcome'],
  },
  ukweli_idp_refusals_total: { help: 'Requests that the embedded provider refused, by kind.', labelNames: ['event'] },
  ukweli_events_total: { help: 'Events appended to the log by this instance, by topic.', labelNames: ['topic'] },
  ukweli_streams_dropped_total: { help: 'Streams ended because their reader did not keep up.', labelNames: [] },
  ukweli_socket_refusals_total: { help: 'Websockets ended for what they sent or asked, by reason.', labelNames: ['reason'] },
  ukweli_telemetry_events_total: { help: 'Telemetry beacons taken from consoles.', labelNames: [] },
  ukweli_clock_set_total: {
    help: 'Times that the clock which the platform goes by was found to have been set, or the machine to have slept.',
    labelNames: [],
  },
  ukweli_times_held_total: {
    help: 'Moments written later than the clock said, by more than 2 s, so that no list goes back, by list: log of a tenant, or record.',
    labelNames: ['list'],
  },
} as const satisfies Described;
/** The only histogram: buckets from 5 ms to 10 s. */
export const histograms = {
  ukweli_http_request_duration_seconds: {
    help: 'Time from request to end of answer, by pattern of the route; streams left out.',
    labelNames: ['route'],
  },
} as const satisfies Described;
/** Values read at each scrape. */
export const gauges = {
  ukweli_build_info: { help: 'Always 1; the labels name the build and the kind of database.', labelNames: ['build', 'database'] },
  process_start_time_seconds: { help: 'When the process started, in seconds since 1970.', labelNames: [] },
  process_resident_memory_bytes: { help: 'Memory that the process holds.', labelNames: [] },
  ukweli_heap_used_bytes: { help: 'JavaScript heap in use.', labelNames: [] },
  ukweli_draining: { help: '1 once the process was told to end.', labelNames: [] },
  ukweli_letters_waiting: { help: 'Emails about accounts that are not sent yet, of all instances.', labelNames: [] },
  ukweli_letters_oldest_waiting_seconds: { help: 'For how long the one that waits longest has.', labelNames: [] },
  ukweli_letters_given_up: { help: 'Emails given up in the last 30 days and not sent since.', labelNames: [] },
  ukweli_db_connections_open: { help: 'Connections to the database for work.', labelNames: [] },
  ukweli_db_connections_idle: { help: 'Those of them that are free.', labelNames: [] },
  ukweli_db_callers_waiting: { help: 'Callers waiting for a connection.', labelNames: [] },
  ukweli_db_writers_waiting: { help: 'Writers waiting for their turn, without a connection.', labelNames: [] },
  ukweli_event_loop_delay_p99_seconds: {
    help: 'Delay of the event loop, 99th percentile since the counts were last asked for.',
    labelNames: [],
  },
  ukweli_clock_ahead_seconds: {
    help: 'How far the clock of this machine is ahead of the database’s, negative where behind; always 0 on the embedded database.',
    labelNames: [],
  },
  ukweli_streams_open: { help: 'Event streams and websockets open.', labelNames: [] },
  ukweli_reads_waiting: { help: 'Reads that wait for their turn in the line of whoever asks, on this instance.', labelNames: [] },
  ukweli_listener_connected: { help: 'On PostgreSQL: 1 while news of other instances are heard.', labelNames: [] },
} as const satisfies Described;

type Described = Readonly<Record<string, { readonly help: string; readonly labelNames: readonly string[] }>>;
export type CounterName = keyof typeof counters;
export type HistogramName = keyof typeof histograms;
export type GaugeName = keyof typeof gauges;
type All = typeof counters & typeof histograms & typeof gauges;
/** Names of the labels of a metric; never for one without labels. */
export type LabelsOf<Name extends keyof All> = All[Name]['labelNames'][number];
