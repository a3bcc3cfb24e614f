/** The worker of the bare page: every event of the feed goes straight into a BroadcastChannel. */
const channel = new BroadcastChannel('bench-bare');

addEventListener('message', ({ data }: MessageEvent<string>) => {
  const source = new EventSource(data);
  source.addEventListener('open', () => postMessage('open'));
  source.addEventListener('event', (event) => channel.postMessage(JSON.parse(event.data)));
});
