/** The bare page's worker: forwards every event of the feed into a BroadcastChannel. */
const channel = new BroadcastChannel('bench-bare');

addEventListener('message', ({ data }: MessageEvent<string>) => {
  const source = new EventSource(data);
  source.addEventListener('open', () => postMessage('open'));
  source.addEventListener('event', (event) => channel.postMessage(JSON.parse(event.data)));
});
