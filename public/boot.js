// When the console's own code does not arrive, nothing of it can say so: this does, in place of a blank page (F-19). Classic and small, like theme.js.
(() => {
  const note = (root) => {
    const box = document.createElement('div');
    box.className = 'boot-note';
    box.setAttribute('role', 'alert');
    const text = document.createElement('p');
    text.textContent =
      'The console could not be loaded: the link dropped, or a new version has replaced it. What this device holds is still here.';
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
