import Database from 'better-sqlite3';

/** Loaded into the API for one measurement: what a safe write costs beside one that a power cut may take back. */
const { pragma } = Database.prototype;
Database.prototype.pragma = function relaxed(source, options) {
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options);
};
