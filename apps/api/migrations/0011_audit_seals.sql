ALTER TABLE `audit_log` ADD `hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_by` ON `audit_log` (`by_id`);