DROP INDEX `contact_requests_touched`;--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `listed_at` text;--> statement-breakpoint
CREATE INDEX `contact_requests_unlisted` ON `contact_requests` (`touched_at`) WHERE is_kept = 0 and listed_at is null;--> statement-breakpoint
CREATE INDEX `contact_requests_listed` ON `contact_requests` (`listed_at`,`touched_at`) WHERE listed_at is not null;