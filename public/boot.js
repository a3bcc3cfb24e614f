// When the console's own code does not arrive, nothing of it can say so: this does, in place of a blank page (F-19). Classic and small, like theme.js.
(() => {
  // Nobody stands before a wall display to press a button: it loads anew by itself, ever more slowly while it goes on failing. The rule and the key
  // are those of src/domain/wall/recovery.ts. Everywhere else the person decides: a page that reloads by itself takes what was being typed with it.
  const reloadWall = () => {
    const key = 'ukweli-wall-reloads';
    const now = Date.now();
    let count = 1;
    let keep = () => {};
    try {
      const [before, at] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number);
      if (before > 0 && Math.abs(now - at) < 600_000) count = before + 1;
      keep = (when) => sessionStorage.setItem(key, `${count} ${when}`);
    } catch {
      // storage is closed to us: then each failure counts as the first
    }
    const delayMs = Math.min(300_000, 5_000 * 2 ** Math.min(count - 1, 6));
    setTimeout(() => {
      keep(now + delayMs);
      location.reload();
    }, delayMs);
  };
  const isWall = location.pathname === '/wall';
  const note = (root) => {
    const box = document.createElement('div');
    box.className = 'boot-note';
    box.setAttribute('role', 'alert');
    const text = document.createElement('p');
    text.textContent = isWall
      ? 'This display could not be loaded. It tries again by itself.'
      : 'The console could not be loaded: the link dropped, or a new version has replaced it. What this device holds is still here.';
    if (isWall) {
      box.append(text);
      root.replaceWith(box);
      return reloadWall();
    }
    const reload = document.createElement('button');
    reload.type = 'button';
    reload.textContent = 'Reload';
    reload.addEventListener('click', () => location.reload());
    const recover = document.createElement('a');
    recover.href = '/recover.html';
    recover.textContent = 'It keeps happening';
    const ways = document.createElement('p');
    ways.append(reload, ' ', recover);
    box.append(text, ways);
    root.replaceWith(box);
  };
  addEventListener(
    'error',
    ({ target }) => {
      const root = document.getElementById('root');
      // A script that fails later, in a console that stands, is that console's to tell.
      if (target instanceof HTMLScriptElement && root !== null && root.childElementCount === 0) note(root);
    },
    true, // load failures do not bubble
  );
})();
