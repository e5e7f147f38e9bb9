ALTER TABLE `sessions` ADD `previous_refresh_hash` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `replaced_at` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmed_at` text;