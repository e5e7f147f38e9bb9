-- What is freed from spam was received on its day; what is taken for spam later was not. Days of the past stay: what was
-- erased since then is counted in them, and cannot be told any more.
DROP TRIGGER contact_request_changed;
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
  UPDATE contact_request_days SET total = total - 1
  WHERE day = date(old.created_at, '+330 minutes') AND total > 0 AND old.is_test = 0 AND old.status <> 'spam' AND new.status = 'spam';
  INSERT INTO contact_request_days(day, total)
  SELECT date(new.created_at, '+330 minutes'), 1 WHERE new.is_test = 0 AND old.status = 'spam' AND new.status <> 'spam'
  ON CONFLICT(day) DO UPDATE SET total = total + 1;
END;
