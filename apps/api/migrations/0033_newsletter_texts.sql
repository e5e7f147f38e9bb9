-- The page no longer shows these texts: the confirmation hides after three seconds, with or without a mail server.
UPDATE content_items SET value = json_remove(value, '$.unmailed') WHERE section = 'footer' AND key = 'newsletter';
--> statement-breakpoint
UPDATE content_history SET value = json_remove(value, '$.unmailed') WHERE section = 'footer' AND key = 'newsletter';
--> statement-breakpoint
DELETE FROM content_items WHERE section = 'footer' AND key = 'subscribed';
--> statement-breakpoint
DELETE FROM content_history WHERE section = 'footer' AND key = 'subscribed';
