CREATE INDEX `contact_requests_tests` ON `contact_requests` (`touched_at`) WHERE is_test = 1;--> statement-breakpoint
CREATE INDEX `consents_network` ON `consents` (`at`) WHERE network <> '';