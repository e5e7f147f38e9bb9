-- What the inbox searches. `status` is a word of the index, so that a search within one folder need not look at the others.
CREATE VIRTUAL TABLE contact_request_search USING fts5(
  reference, company_name, contact_name, email, phone, phone_e164, industry, message, status,
  content='contact_requests', content_rowid='seq', prefix='2 3', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- Erased words must not linger in old segments of the index.
INSERT INTO contact_request_search(contact_request_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO contact_request_search(contact_request_search) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO contact_request_counts(status, total) SELECT status, count(*) FROM contact_requests GROUP BY status;
--> statement-breakpoint
INSERT INTO contact_request_days(day, total) SELECT date(created_at, '+330 minutes'), count(*) FROM contact_requests GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER contact_request_inserted AFTER INSERT ON contact_requests BEGIN
  INSERT INTO contact_request_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status)
  VALUES (new.seq, new.reference, new.company_name, new.contact_name, new.email, new.phone, new.phone_e164, new.industry, new.message, new.status);
  INSERT INTO contact_request_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
  INSERT INTO contact_request_days(day, total) SELECT date(new.created_at, '+330 minutes'), 1 WHERE new.is_test = 0 AND new.status <> 'spam'
  ON CONFLICT(day) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER contact_request_deleted AFTER DELETE ON contact_requests BEGIN
  INSERT INTO contact_request_search(contact_request_search, rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status)
  VALUES ('delete', old.seq, old.reference, old.company_name, old.contact_name, old.email, old.phone, old.phone_e164, old.industry, old.message, old.status);
  UPDATE contact_request_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
END;
--> statement-breakpoint
CREATE TRIGGER contact_request_changed AFTER UPDATE OF reference, company_name, contact_name, email, phone, phone_e164, industry, message, status ON contact_requests BEGIN
  INSERT INTO contact_request_search(contact_request_search, rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status)
  VALUES ('delete', old.seq, old.reference, old.company_name, old.contact_name, old.email, old.phone, old.phone_e164, old.industry, old.message, old.status);
  INSERT INTO contact_request_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status)
  VALUES (new.seq, new.reference, new.company_name, new.contact_name, new.email, new.phone, new.phone_e164, new.industry, new.message, new.status);
  UPDATE contact_request_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
  INSERT INTO contact_request_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
END;
