// Loaded as a worker for the loading's sake alone: the browser then looks once more whether a waiting service worker may take over (src/app/update/takeOver.ts).
close();
