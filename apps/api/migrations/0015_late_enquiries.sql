DROP INDEX `contact_requests_due`;--> statement-breakpoint
CREATE INDEX `contact_requests_due` ON `contact_requests` (`due_at`) WHERE status in ('new', 'read') and answered_at is null and is_test = 0;