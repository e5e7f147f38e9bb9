import Database from 'better-sqlite3';

/** Loaded into the API to compare synchronous writes with ones that a power cut may lose. */
const { pragma } = Database.prototype;
Database.prototype.pragma = function relaxed(source, options) {
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options);
};
