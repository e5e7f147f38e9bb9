import { restoredDatabaseFaults } from './check-database.ts';

/** `node check-process.js <file>` writes what is wrong with a copy of the database, as a JSON list of sentences. */
const [file = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(restoredDatabaseFaults(file)));
