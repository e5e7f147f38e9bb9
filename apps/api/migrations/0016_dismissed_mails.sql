DROP INDEX `mails_unsent`;--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`seq`) WHERE state not in ('sent', 'dismissed');