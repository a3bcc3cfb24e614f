// Draws the stored theme before the first paint. A blocking file of its own, because the content security policy allows no inline script.
// The same key and rules as src/ui/theme/mode.ts, which takes over when the application is up.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('ukweli-theme');
  } catch {
    // storage is closed to us: the system's theme it is
  }
  // A wall display has a theme of its own (src/app/wall/wallPage.ts).
  if (location.pathname === '/wall') {
    try {
      choice = localStorage.getItem('ukweli-wall-theme') ?? 'dark';
    } catch {
      choice = 'dark';
    }
    document.documentElement.dataset.display = 'wall';
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.classList.add(dark ? 'dark' : 'light');
})();
