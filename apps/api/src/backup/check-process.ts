import Database from 'better-sqlite3';
import { databaseFaults } from '../platform/db/sqlite-errors.ts';
import { restoredDatabaseFaults } from './check-database.ts';

/**
 * `node check-process.js <file>` writes what is wrong with a copy of the database, as a JSON list of sentences;
 * `node check-process.js <file> live` with the one in use, which it opens for reading only.
 */
const [file = '', kind] = process.argv.slice(2);
const faults = kind === 'live' ? databaseFaults(new Database(file, { readonly: true })) : restoredDatabaseFaults(file);
process.stdout.write(JSON.stringify(faults));
