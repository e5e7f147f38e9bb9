import Database from 'better-sqlite3';
import { findDatabaseFaults } from '../platform/db/sqlite-errors.ts';
import { findRestoredFaults } from './check-database.ts';

/**
 * Writes the faults of a database as a JSON list of sentences. Usage: `node check-process.js <file>` for a restored copy,
 * `node check-process.js <file> live` for the database in use, which is opened for reading only.
 */
const [file = '', kind] = process.argv.slice(2);
const faults = kind === 'live' ? findDatabaseFaults(new Database(file, { readonly: true })) : findRestoredFaults(file);
process.stdout.write(JSON.stringify(faults));
