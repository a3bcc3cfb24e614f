// An empty worker: loading it makes the browser check again whether a waiting service worker may take over (src/app/update/takeOver.ts).
close();
