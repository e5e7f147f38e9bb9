CREATE INDEX `contact_request_origins_total` ON `contact_request_origins` ("total" desc,`section`,`slide`,`cta`);
--> statement-breakpoint
-- The places to choose from are those of enquiries that are no spam: what a machine sends names places that nobody made.
DELETE FROM contact_request_origins;
--> statement-breakpoint
INSERT INTO contact_request_origins(section, slide, cta, total)
SELECT origin_section, origin_slide, origin_cta, count(*) FROM contact_requests
WHERE is_test = 0 AND status <> 'spam' AND origin_section <> '' GROUP BY 1, 2, 3;
--> statement-breakpoint
DROP TRIGGER contact_request_inserted;
--> statement-breakpoint
DROP TRIGGER contact_request_deleted;
--> statement-breakpoint
DROP TRIGGER contact_request_changed;
--> statement-breakpoint
CREATE TRIGGER contact_request_inserted AFTER INSERT ON contact_requests BEGIN
  INSERT INTO contact_request_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status, filters)
  SELECT * FROM contact_request_words WHERE seq = new.seq;
  INSERT INTO contact_request_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
  INSERT INTO contact_request_days(day, total) SELECT date(new.created_at, '+330 minutes'), 1 WHERE new.is_test = 0 AND new.status <> 'spam'
  ON CONFLICT(day) DO UPDATE SET total = total + 1;
  INSERT INTO contact_request_origins(section, slide, cta, total)
  SELECT new.origin_section, new.origin_slide, new.origin_cta, 1 WHERE new.is_test = 0 AND new.status <> 'spam' AND new.origin_section <> ''
  ON CONFLICT(section, slide, cta) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
-- Before: the index takes out only what it is told to, in the words that went in.
CREATE TRIGGER contact_request_deleted BEFORE DELETE ON contact_requests BEGIN
  INSERT INTO contact_request_search(contact_request_search, rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status, filters)
  SELECT 'delete', * FROM contact_request_words WHERE seq = old.seq;
  UPDATE contact_request_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
  UPDATE contact_request_origins SET total = total - 1
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND old.is_test = 0 AND old.status <> 'spam';
  DELETE FROM contact_request_origins
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND total <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER contact_request_changed AFTER UPDATE OF reference, company_name, contact_name, email, phone, phone_e164, industry, message, status, assignee_id ON contact_requests BEGIN
  INSERT INTO contact_request_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message, status, filters)
  SELECT * FROM contact_request_words WHERE seq = new.seq;
  UPDATE contact_request_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
  INSERT INTO contact_request_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
  UPDATE contact_request_origins SET total = total - 1
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND old.is_test = 0 AND old.status <> 'spam' AND new.status = 'spam';
  DELETE FROM contact_request_origins
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND total <= 0;
  INSERT INTO contact_request_origins(section, slide, cta, total)
  SELECT new.origin_section, new.origin_slide, new.origin_cta, 1 WHERE new.is_test = 0 AND new.origin_section <> '' AND old.status = 'spam' AND new.status <> 'spam'
  ON CONFLICT(section, slide, cta) DO UPDATE SET total = total + 1;
END;
