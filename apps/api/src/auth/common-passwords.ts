/** The passwords that every attacker tries first, from six characters on, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
000000 00000000 101010 111111 1111111 11111111 112233 121212 12121212 123123 123123123 123321 12341234 12344321
123456 1234567 12345678 123456789 1234567890 1234567891 123456789a 123456a 123456abc 123456q 12345a 1234qwer
123654 123abc 123qwe 131313 147258 147258369 159357 159753 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 212121 222222
232323 258456 333333 444444 4815162342 555555 666666 696969 777777 7777777 789456 8675309 87654321 888888
88888888 987654 987654321 999999 a123456 aa123456 aaaaaa abc123 abcd1234 abcdef abcdefg abcdefgh access adidas
admin1 admin123 admin@123 administrator albert alexis amanda andrea andrew angela angels anthony apples arsenal
asd123 asdfasdf asdfgh asdfghj asdfghjkl ashley austin azerty badboy bailey banana bandit bangalore barney
baseball batman bengaluru benjamin bharat bigdick bigdog biteme bond007 bonnie booboo boomer boston brandon
brandy bulldog buster butter butthead calvin camaro cameron canada captain carlos casper changeme charles
charlie cheese chelsea chennai chester chicago chicken cocacola coffee compaq computer consultancy cookie cooper
corvette cowboy cowboys creative cricket crystal dakota dallas daniel danielle debbie default dennis dexter
diablo diamond doctor dolphin dolphins dragon driver eagles edward elephant falcon fender ferrari fishing
florida flower football forever freddy freedom gandalf ganesh gateway gators gemini george ghbdtn giants ginger
golden golfer guitar hammer hannah hanuman hardcore harley heather helpme hockey hotdog hunter hyderabad iceman
iloveyou iloveyou1 india123 india@123 internet jackie jackson jaguar jaimatadi jasmine jasper jennifer jeremy
jessica johnny johnson jonathan jordan jordan23 joseph joshua junior justin killer klaster knight kolkata
krishna lakers lauren letmein letmein1 liverpoo liverpool london lovers maddog madison maggie marina marine
marlboro martin master matrix matthew maverick maxwell melissa mercedes merlin metallic michael michelle mickey
midnight miller monica monkey monster morgan mother mountain muffin mumbai murphy mustang namaste nascar natasha
nathan ncc1701 newyork nicholas nicole nikita nirvana oliver omsairam orange p@ssw0rd p@ssword packers panther
panties passw0rd password password1 password12 password123 password@123 patrick peaches peanut pepper phoenix
player please pokemon pookie porsche prince princess purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qazxsw
qwaszx qwe123 qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop rabbit rachel raiders rainbow
ranger rangers red123 redskins redsox richard robert rocket rosebud rush2112 sachin sairam samantha samson
samsung sandra scooby scooter scorpio scorpion secret shadow shannon shivaji sierra silver slayer slipknot
smokey snoopy soccer sophie sparky spider startrek starwars steelers steven stupid success summer sunshine
superman sydney taylor tennis theman thomas threadline thunder thx1138 tiffany tigers tigger toyota trustno1
tucker turtle united victor victoria viking voodoo warrior welcome welcome1 welcome123 welcome@123 whatever
william willie wilson winner winston winter wizard xxxxxx yamaha yankees yellow zaq12wsx zxc123 zxcvbnm zzzzzz
`
    .trim()
    .split(/\s+/),
);
