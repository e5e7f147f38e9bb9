CREATE TABLE `contact_request_origins` (
	`section` text NOT NULL,
	`slide` text NOT NULL,
	`cta` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`section`, `slide`, `cta`)
);
--> statement-breakpoint
DROP INDEX `contact_requests_assignee`;--> statement-breakpoint
CREATE INDEX `contact_requests_created` ON `contact_requests` (`created_at`);