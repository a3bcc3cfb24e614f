// Before any test in Node: Dexie takes the IndexedDB that is there when it is first loaded, and files of one process share it. Loaded first by a file that needs none, it
// would have none for all that follow.
import 'fake-indexeddb/auto';
