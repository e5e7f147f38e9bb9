ALTER TABLE `preview_links` ADD `created_by_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `preview_links` ADD `session_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `preview_links_creator` ON `preview_links` (`created_by_id`);--> statement-breakpoint
-- Whom a name belongs to alone goes on being the maker; what nobody can be found for ends with the upgrade.
UPDATE `preview_links` SET `created_by_id` = (SELECT `id` FROM `users` WHERE `name` = `created_by`), `session_version` = (SELECT `session_version` FROM `users` WHERE `name` = `created_by`) WHERE (SELECT count(*) FROM `users` WHERE `name` = `created_by`) = 1;--> statement-breakpoint
DELETE FROM `preview_links` WHERE `created_by_id` IS NULL;
