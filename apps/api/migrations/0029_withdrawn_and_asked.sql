CREATE TABLE `subscriber_counts` (
	`id` integer PRIMARY KEY NOT NULL,
	`total` integer NOT NULL,
	`members` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `retention_looks` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_at` text NOT NULL,
	`steady_since` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE INDEX `contact_requests_due_assignee` ON `contact_requests` (`assignee_id`,`due_at`) WHERE status in ('new', 'read') and answered_at is null and is_test = 0;--> statement-breakpoint
CREATE INDEX `contact_requests_keyed` ON `contact_requests` (`created_at`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX `contact_requests_withdrawn` ON `contact_requests` (`touched_at`) WHERE is_kept = 0 and listed_at is null and withdrawn_at is not null;--> statement-breakpoint
ALTER TABLE `consents` ADD `asked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `consents` ADD `confirmed_at` text;--> statement-breakpoint
CREATE INDEX `mails_strangers` ON `mails` (`created_at`) WHERE request_id is null;--> statement-breakpoint
CREATE INDEX `subscribers_unconfirmed` ON `subscribers` (`asked_at`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX `subscribers_left` ON `subscribers` (`unsubscribed_at`) WHERE unsubscribed_at is not null;--> statement-breakpoint
INSERT INTO subscriber_counts(id, total, members)
SELECT 1, count(*), coalesce(sum(confirmed_at IS NOT NULL AND unsubscribed_at IS NULL), 0) FROM subscribers;
--> statement-breakpoint
CREATE TRIGGER subscriber_inserted AFTER INSERT ON subscribers BEGIN
  UPDATE subscriber_counts SET total = total + 1, members = members + (new.confirmed_at IS NOT NULL AND new.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER subscriber_deleted AFTER DELETE ON subscribers BEGIN
  UPDATE subscriber_counts SET total = total - 1, members = members - (old.confirmed_at IS NOT NULL AND old.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER subscriber_changed AFTER UPDATE OF confirmed_at, unsubscribed_at ON subscribers BEGIN
  UPDATE subscriber_counts SET members = members - (old.confirmed_at IS NOT NULL AND old.unsubscribed_at IS NULL) + (new.confirmed_at IS NOT NULL AND new.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
UPDATE contact_requests SET withdrawn_at = (
  SELECT max(withdrawn_at) FROM consents WHERE consents.request_id = contact_requests.id AND purpose = 'reply'
) WHERE id IN (SELECT request_id FROM consents WHERE purpose = 'reply' AND withdrawn_at IS NOT NULL);
--> statement-breakpoint
-- Until now a ticked box counted as given. Given is what the owner of the address has confirmed afterwards.
UPDATE consents SET asked = 1,
  confirmed_at = (SELECT s.confirmed_at FROM subscribers s WHERE s.email_key = consents.email_key AND s.confirmed_at >= consents.at)
WHERE purpose = 'newsletter' AND given = 1;
--> statement-breakpoint
UPDATE consents SET given = confirmed_at IS NOT NULL WHERE purpose = 'newsletter' AND asked = 1;
